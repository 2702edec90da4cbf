(test
  (keyword) @context
  name: (string) @name) @item

(step
  (keyword) @context
  name: (string) @name) @item
