"""`python -m sheepfold` is `sheepfold`."""

from sheepfold.cli import main

if __name__ == "__main__":
    main()
