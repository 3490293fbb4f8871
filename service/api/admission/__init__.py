"""Who may work, and for how long: slots, the end of the process, and clients that hang up.

Its door: `analysis_service.AnalysisService`.
"""
