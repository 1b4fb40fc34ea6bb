"""Lifeboat, the smallest game of the house: the template for a new game and the test bed of the core and the faces.

One to four sailors share a lifeboat for some days. On its turn a sailor rows, bails, searches the locker for a
supply card, plays a card or waits; at night a shark may bite, and the victim may spend a flare. The boat is rescued,
sinks, loses all hands, or is still adrift on the last day. Each sailor holds a secret card; one may be a smuggler.
"""
