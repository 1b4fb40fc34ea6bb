# cython: language_level=3
"""For tests only: functions of `stats` and `dice` on NumPy records. Nothing outside the tests imports this module."""
cimport numpy as cnp

cimport envs.enormity.rules.dice as dice
cimport envs.enormity.rules.stats as stats
from envs.enormity.rules.state cimport Game, Tables

cnp.import_array()


cdef class Stats:
    """The statistics of one state.

    Args:
        tables: record of the tables.
        state: record of the game.
    """

    cdef cnp.ndarray tables
    cdef cnp.ndarray state
    cdef const Tables* t
    cdef Game* g

    def __init__(self, cnp.ndarray tables, cnp.ndarray state):
        if cnp.PyArray_NBYTES(tables) != sizeof(Tables) or cnp.PyArray_NBYTES(state) != sizeof(Game):
            raise ValueError("expected the record of the tables and the record of a game")
        self.tables, self.state = tables, state
        self.t, self.g = <const Tables*>cnp.PyArray_DATA(tables), <Game*>cnp.PyArray_DATA(state)

    def level(self):
        """See stats.pxd and dice.pxd, as for all methods."""
        return stats.level(self.g)

    def lead(self):
        return stats.lead(self.g)

    def tie_chooser(self, int fallback, int freedom):
        return stats.tie_chooser(self.t, self.g, fallback, freedom)

    def pass_marker(self):
        stats.pass_marker(self.t, self.g)

    def take_marker(self, int s):
        stats.take_marker(self.t, self.g, s)

    def need_met(self, int need, int b=0, int c=0, int s=0, int intruder=-1):
        return stats.need_met(self.t, self.g, need, b, c, s, intruder)

    def stat(self, int s, int which, int arg=0):
        return stats.stat(self.t, self.g, s, which, arg)

    def intruder_stat(self, int k, int which):
        return stats.intruder_stat(self.t, self.g, k, which)

    def band(self, int s):
        return stats.band(self.t, self.g, s)

    def skill(self, int s, int which):
        return stats.skill(self.t, self.g, s, which)

    def light(self, int s):
        return (
            stats.light_range(self.t, self.g, s),
            stats.light_dice(self.t, self.g, s),
            stats.light_colour(self.t, self.g, s),
        )

    def hand_slots(self, int s):
        return stats.hand_slots(self.t, self.g, s)

    def free_slots(self, int s, int place):
        return stats.free_slots(self.t, self.g, s, place)

    def fits(self, int s, int card, int place):
        return stats.fits(self.t, self.g, s, card, place)

    def speed(self, int k):
        return stats.speed(self.t, self.g, k)

    def at(self, int k):
        return stats.at(self.t, self.g, k)

    def wounds_needed(self, int k):
        return stats.wounds_needed(self.t, self.g, k)

    def noise_colour(self, int type):
        return stats.noise_colour(self.t, self.g, type)

    def ecology(self, int s):
        return stats.ecology(self.t, self.g, s)

    def can(self, int s):
        """May act, react, use abilities, move."""
        return (
            bool(stats.can_act(self.t, self.g, s)),
            bool(stats.can_react(self.t, self.g, s)),
            bool(stats.can_use(self.t, self.g, s)),
            bool(stats.can_move(self.t, self.g, s)),
        )

    def lose_vitals(self, int s, int amount):
        stats.lose_vitals(self.t, self.g, s, amount)

    def regain_vitals(self, int s, int amount):
        stats.regain_vitals(self.t, self.g, s, amount)

    def gain_stress(self, int s, int amount):
        stats.gain_stress(self.t, self.g, s, amount)

    def lose_stress(self, int s, int amount):
        stats.lose_stress(self.t, self.g, s, amount)

    def gain_adrenaline(self, int s, int amount):
        stats.gain_adrenaline(self.t, self.g, s, amount)

    def lose_adrenaline(self, int s, int amount):
        stats.lose_adrenaline(self.t, self.g, s, amount)

    def gain_radiation(self, int s, int amount):
        stats.gain_radiation(self.t, self.g, s, amount)

    def gain_infection(self, int s, int amount):
        stats.gain_infection(self.t, self.g, s, amount)

    def knock_down(self, int s):
        stats.knock_down(self.t, self.g, s)

    def stand_up(self, int s):
        stats.stand_up(self.t, self.g, s)

    def settle(self, int s):
        return stats.settle(self.t, self.g, s)

    def place_tokens(self, int type, int amount, bint active=False):
        stats.place_tokens(self.g, type, amount, active)

    def pay_tokens(self, int type, int amount):
        return stats.pay_tokens(self.g, type, amount)

    def mill(self):
        stats.mill(self.g)

    def rubicon(self, int s):
        stats.rubicon(self.t, self.g, s)

    def used(self, int s, int ability):
        return stats.used(self.g, s, ability)

    def mark_used(self, int s, int ability):
        stats.mark_used(self.g, s, ability)

    def suppress(self, int k, int tokens):
        stats.suppress(self.t, self.g, k, tokens)

    def free_slot(self):
        return stats.free_slot(self.g)

    def minis_left(self, int type):
        return stats.minis_left(self.t, self.g, type)

    def remove_intruder(self, int k):
        stats.remove_intruder(self.t, self.g, k)

    def wound(self, int k):
        return stats.wound(self.t, self.g, k)

    def add_lasting(self, int mod, int unit, int until):
        stats.add_lasting(self.t, self.g, mod, unit, until)

    def end_lasting(self, int unit, int until):
        stats.end_lasting(self.g, unit, until)

    def begin_roll(self, int kind, int roller, int assault=-1):
        return dice.begin_roll(self.g, kind, roller, assault)

    def end_roll(self):
        dice.end_roll(self.g)

    def add_dice(self, int roll, int colour, int number):
        dice.add_dice(self.g, roll, colour, number)

    def throw(self, int roll):
        dice.throw(self.t, self.g, roll)

    def lower_tier(self, int roll):
        return dice.lower_tier(self.g, roll)

    def power_of(self, int roll):
        return dice.power_of(self.t, self.g, roll)

    def potential_of(self, int roll, int die):
        return dice.potential_of(self.t, self.g, roll, die)

    def quadrants_of(self, int roll):
        return dice.quadrants_of(self.t, self.g, roll)
