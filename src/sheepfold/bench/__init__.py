"""How fast the library is, beside others, in one run."""
