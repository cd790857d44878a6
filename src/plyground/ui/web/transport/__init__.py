"""Between the network and the capabilities: endpoints, sockets, threads, and what guards them."""
