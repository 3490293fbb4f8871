"""What operators see of the service: the log, the metrics, and where the time of a request went.

Its doors are `middleware.Middleware`, and `request_stats.current_stats`, where each part
of the service notes what it does. `metrics` may be imported only after `metrics_folder` has made
its folder.
"""
