(comment) @comment

(keyword) @keyword
(verb) @function
(key) @property
(modifier) @attribute
(word) @constant

(string) @string
(escape) @string.escape
(hole) @variable

(number) @number
(duration) @number
(role) @type
(key_name) @constant

(variable) @variable
(profile) @variable.special
(check) @function
(journey) @label
(path) @string.special
(address) @link_uri
