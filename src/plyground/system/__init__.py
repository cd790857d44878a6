"""What the operating system and optional libraries provide: child processes, folders, dataframes, Dask."""
