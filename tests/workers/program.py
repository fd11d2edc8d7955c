"""The `pbem` command, in the interpreter that runs the tests."""

from pbem.cli.main import main

if __name__ == "__main__":
    main()
