"""Volle Wolle: secret bids, three odd dice, cards to win and to dodge."""
