"""Boot: safe-mode check, then run. However the loop ends, everything is stopped again."""

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

    running = None
    try:
        # From here on only the loop hears a Ctrl-C, where nothing is half done. A second one waits for the
        # prompt: in the middle of stop() it would leave the DMA writing into memory that is used again.
        micropython.kbd_intr(-1)
        running = unit.Unit(values)
        if trouble is not None:
            running.fault(wire.NOBODY, "settings")
            print("slap unit: settings.json ignored:", trouble)
        running.run()
    finally:
        if running is not None:
            running.stop()
        micropython.kbd_intr(3)


if __name__ == "__main__":
    main()
