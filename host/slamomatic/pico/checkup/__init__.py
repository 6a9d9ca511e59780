"""What `slamomatic doctor` looks at: this machine, its ports, the unit on one of them."""
