"""What the operating system and optional libraries provide: processes, files, folders, dataframes, Dask."""
