(comment) @comment.line

(keyword) @keyword
(verb) @function.builtin
(key) @variable.other.member
(modifier) @attribute
(word) @constant.builtin

(string) @string
(escape) @constant.character.escape
(hole) @variable

(number) @constant.numeric
(duration) @constant.numeric
(role) @type
(key_name) @constant

(variable) @variable
(profile) @namespace
(check) @function
(journey) @label
(path) @string.special.path
(address) @string.special.url
