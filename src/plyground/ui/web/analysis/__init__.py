"""Analysis in the browser: any position searched live, and whole games reviewed."""
