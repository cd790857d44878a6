"""What an evaluation sees in a position, for the pages."""
