"""What may work at once and for how long: the policy, slots, draining, clients that disconnect.

The door of this room is `analysis_service.AnalysisService`.
"""
