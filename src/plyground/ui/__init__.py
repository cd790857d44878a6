"""Where people use Plyground: the command line, the terminal and the browser."""
