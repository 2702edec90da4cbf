((comment) @injection.content
  (#set! injection.language "comment"))

((pair
   (key) @_key
   (string) @injection.content)
  (#eq? @_key "css:")
  (#offset! @injection.content 0 1 0 -1)
  (#set! injection.language "css"))

((pair
   (key) @_key
   (string) @injection.content)
  (#eq? @_key "xpath:")
  (#offset! @injection.content 0 1 0 -1)
  (#set! injection.language "xpath"))
