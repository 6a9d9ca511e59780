"""Sleep without a race: an edge between the last look and the sleep must not wait for the next tick."""

# ruff: noqa: F821 (the words of the inline assembler)

import micropython


@micropython.asm_thumb
def doze(r0, r1):  # type: ignore[no-untyped-def]
    """Sleep until any interrupt, unless the slot at r0 holds a record.

    r1: four words: the wake flag's register and bit, its interrupt enable's register and bit. The wake-up
    is let through only here, with the core masked: nothing is served, what is pending ends the sleep.
    """
    cpsid(0)
    ldr(r2, [r1, 0])
    ldr(r3, [r1, 4])
    str(r3, [r2, 0])  # flags of records already taken must not end the sleep, nor leave it deaf
    ldr(r2, [r1, 8])
    ldr(r3, [r1, 12])
    str(r3, [r2, 0])
    ldr(r3, [r0, 0])
    lsl(r3, r3, 2)  # the mark of a taken slot becomes the sign
    cmp(r3, 0)
    bge(AWAKE)
    wfi()
    label(AWAKE)
    mov(r3, 0)
    str(r3, [r2, 0])  # masked again until the ring is drained
    cpsie(0)
