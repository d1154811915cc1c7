"""Benchmarks of the library and the table server, against other packages in the same run."""
