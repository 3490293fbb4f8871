"""The programs behind targets of the Makefile, and the checker of certificates, which needs none of
the rest."""
