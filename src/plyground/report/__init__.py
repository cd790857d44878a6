"""Reports that stand in one file: pages, tables, and charts drawn as SVG. Nothing here knows about games."""
