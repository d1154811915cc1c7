"""Schafe schubsen: a race on a soft dyke that you win by being second."""
