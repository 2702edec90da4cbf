(step) @fold
