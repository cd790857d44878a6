"""Tests of pages, tables and charts."""
