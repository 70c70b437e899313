"""Makes and judges mutants; see Scripts/mutants.py and docs/mutants.md."""
