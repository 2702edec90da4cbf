(test
  name: (string) @name) @definition.module

(step
  name: (string) @name) @definition.function

(command
  name: (variable) @name) @definition.constant

(command
  name: (check) @name) @reference.call

(header
  (journey) @name) @reference.class
