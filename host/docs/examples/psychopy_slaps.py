"""How fast is a hand? PsychoPy shows a signal, and `slamomatic bench lab` streams the slaps."""

import random

from psychopy import core, visual
from pylsl import StreamInlet, local_clock, proc_clocksync, resolve_bypred

ROUNDS = 10

print("Looking for the paddles. Start `slamomatic bench lab` now.")
stream = resolve_bypred("type='Events' and starts-with(name,'Slam-O-Matic')")[0]
inlet = StreamInlet(stream, processing_flags=proc_clocksync)  # stamps on this computer's clock
inlet.open_stream()
window = visual.Window(fullscr=True, color="black")
wait, go = visual.TextStim(window, "Wait for it"), visual.TextStim(window, "SLAP!", height=0.5)
shown = []
for _ in range(ROUNDS):
    wait.draw()
    window.flip()
    core.wait(random.uniform(1.0, 3.0))
    inlet.flush()  # slaps before the signal don't count
    go.draw()
    window.callOnFlip(lambda: shown.append(local_clock()))
    window.flip()
    (paddle, device_us, bound_us), stamp_s = inlet.pull_sample(timeout=60.0)
    reaction_ms, bound_ms = (stamp_s - shown[-1]) * 1000, bound_us / 1000
    told = f"{reaction_ms:.1f} ms, known within {bound_ms:.1f} ms" if reaction_ms > 0 else "false start"
    print(f"paddle {paddle:.0f}: {told}")
window.close()
