; A step's commands stand deeper than the step, and steps and headers deeper than the test: two spaces by convention.

(test) @indent.begin
(header) @indent.auto
(step) @indent.begin
(comment) @indent.auto
