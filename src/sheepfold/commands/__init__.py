"""The commands of `sheepfold`, one file each."""
