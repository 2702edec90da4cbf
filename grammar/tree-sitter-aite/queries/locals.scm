(script) @local.scope

(command
  name: (variable) @local.definition.var)

(pair
  (key)
  (variable) @local.reference)

(hole) @local.reference
