"""The engine for stones that fall.

`tests/data/connect_four_7x6.txt` holds the public test sets of P. Pons (600 positions of 7x6 with
their scores), `connect_four_sizes.csv` values of empty boards (J. Tromp; C. Steininger).
"""
