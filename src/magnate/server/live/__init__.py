"""Tables in the memory of this node: the registry, the log they are stored in, connections, broadcast."""
