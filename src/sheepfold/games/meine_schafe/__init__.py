"""Meine Schafe, Deine Schafe: double-sided tiles, secret colours, and wolves out of turn."""
