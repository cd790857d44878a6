"""Long runs of the solver: kept in the store, resumed, and shared out over a cluster."""
