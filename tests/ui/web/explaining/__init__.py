"""Exact values on the pages."""
