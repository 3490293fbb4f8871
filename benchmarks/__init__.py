"""What `make bench` runs: speed against limits and peers, as ratios of the same run."""
