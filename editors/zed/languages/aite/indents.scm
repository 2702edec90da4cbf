(step) @indent
