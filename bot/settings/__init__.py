"""What an owner can set: sections, how they are written, and what is wrong with them."""
