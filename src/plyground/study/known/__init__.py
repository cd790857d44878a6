"""The studies, one a file. Nothing lists them: the folder is looked through."""
