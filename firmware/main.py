"""Boot: safe-mode check, then run. However the loop ends, what it started is stopped."""

import micropython


def main() -> None:
    from slap import safety, settings

    values = settings.Settings()
    trouble = values.load()
    reason = safety.reason_for_prompt(values)
    if reason is not None:
        print("slap unit: safe mode,", reason)
        print("slap unit: type `import main; main.main()` or reset to run it")
        return
    from slap import unit, wire

    running = unit.Unit(values)
    if trouble is not None:
        running.fault(wire.NOBODY, "settings")
        print("slap unit: settings.json ignored:", trouble)
    try:
        running.run()
    finally:
        # A second Ctrl-C must not cut this short: DMA would go on writing into memory handed out again.
        stopped = False
        while not stopped:
            try:
                micropython.kbd_intr(-1)
                running.stop()
                stopped = True
                micropython.kbd_intr(3)
            except KeyboardInterrupt:
                pass


if __name__ == "__main__":
    main()
