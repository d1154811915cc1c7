"""Players made of code: they think on resampled worlds and never see the truth."""
