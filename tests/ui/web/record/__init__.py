"""The record of a person."""
