[
  (test)
  (step)
] @indent
