"""What one person has played here: results, a rating, the openings, and what the person is called."""
