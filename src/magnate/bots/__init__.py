"""Players that are programs. Those written in the rules' own subset also run inside the compiled batch."""
