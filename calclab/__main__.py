"""`python -m calclab` is the `calclab` command."""

from calclab.cli import main

raise SystemExit(main())
