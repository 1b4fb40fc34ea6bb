# cython: language_level=3
"""The general operations of card effects, which run on any game's frame: jumps, choices, refusals and repetition.

A game compiles its cards to a table of operations and runs them with a procedure of its own, the interpreter. In every
game the interpreter's frame holds in `a` the operation to come, in `b` the end of the effect, in `h` the seat that
makes the choices of the text, in `l` the count of a repetition and in `m` the result so far. `step` is 0 when an
operation begins and something else while it waits for an answer or for a procedure. Bodies of loops run as an
interpreter of their own, so that loops nest and a jump behind the body ends it. """
from envs.core.flow cimport Frame, Head, ask, begin, call, option

cdef enum:
    # The numbers of `envs.core.effects.General` that are carried out here; the others need the game's dice or state.
    EFFECT_END = 0
    EFFECT_JUMP = 1
    EFFECT_CHOOSE = 4
    EFFECT_MAY = 5
    EFFECT_REPEAT = 7


cdef struct EffectNames:
    # What an interpreter's game calls the things that the general operations need.
    int proc  # the interpreter's number
    int choose  # kind of the question which option of the text
    int may  # kind of the question whether to do it
    int option  # first action of the options of a text
    int yes
    int no


cdef inline Frame* effect_body(Head* h, Frame* f, int proc, int end) noexcept nogil:
    """Run the operations behind the present one up to `end`, with the same arguments."""
    cdef Frame* body = call(h, proc, f.a + 1, end, f.c, f.d)
    body.e = f.e
    body.f = f.f
    body.g = f.g
    body.h = f.h
    body.m = f.m
    return body


cdef inline void effect_next(Frame* f, int at) noexcept nogil:
    """Go on with operation `at`."""
    f.a = <short>at
    f.step = 0


cdef inline bint effect_control(Head* h, Frame* f, int code, int a, int b, const EffectNames* names) noexcept nogil:
    """Carry out END, JUMP, CHOOSE, MAY and REPEAT; False for any other operation."""
    cdef int i
    if code == EFFECT_END:
        effect_next(f, f.b)
    elif code == EFFECT_JUMP:
        effect_next(f, a)
    elif code == EFFECT_CHOOSE:
        if f.step == 0:
            begin(h, f.h, names.choose, f.a)
            for i in range(a):
                option(h, names.option + i)
            f.step = 1
            ask(h)
        else:
            effect_next(f, f.a + 1 + h.answer - names.option)
    elif code == EFFECT_MAY:
        if f.step == 0:
            begin(h, f.h, names.may, f.a)
            option(h, names.yes)
            option(h, names.no)
            f.step = 1
            ask(h)
        else:
            effect_next(f, f.a + 1 if h.answer == names.yes else a)
    elif code == EFFECT_REPEAT:
        if f.step == 0:
            f.l = <short>a
        else:
            f.m = h.result
        if f.l > 0:
            f.l -= 1
            f.step = 1
            effect_body(h, f, names.proc, b)
        else:
            effect_next(f, b)
    else:
        return False
    return True
