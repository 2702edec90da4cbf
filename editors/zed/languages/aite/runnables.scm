((test
   name: (string) @run)
  (#set! tag aite-test))

((step
   name: (string) @run)
  (#set! tag aite-test))
