; maf and ]f go by steps, maa and ]a by keys with their values, mac by comments.

(step) @function.around

(step
  (command)+ @function.inside)

(script) @test.around

(pair) @parameter.around

(pair
  (_)
  (_) @parameter.inside)

(comment) @comment.around
