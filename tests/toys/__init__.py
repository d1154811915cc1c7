"""Games as an outside package would write them: to try the contract on, and to break it on purpose."""
