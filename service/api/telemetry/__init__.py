"""What is seen of the service from outside: the log, the metrics, and where the time went.

Its modules are imported one by one: `metrics` must not be before `shared_metrics` has its folder.
"""
