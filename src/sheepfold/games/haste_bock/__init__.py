"""Haste Bock?: a flock on a meadow, a clock everybody pushes, and four phases that want the sheep elsewhere."""
