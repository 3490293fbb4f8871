"""What is seen of the service from outside: the log, the metrics, and where the time went.

Its doors: `middleware.TelemetryMiddleware`, and `request_stats.current_stats` for whoever has
something to note. `metrics` may be imported only after `metrics_folder` has made its folder.
"""
