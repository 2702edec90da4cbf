; The classes are those of the language server's semantic tokens, under the names that themes know.

(comment) @comment

(keyword) @keyword
(verb) @function.builtin
(key) @property
(modifier) @attribute
(word) @constant.builtin

(string) @string
(escape) @string.escape
(hole) @variable

(number) @number
(duration) @number
(role) @type
(key_name) @constant

(variable) @variable
(profile) @module
(check) @function
(journey) @label
(path) @string.special.path
(address) @string.special.url
