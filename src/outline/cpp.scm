; What the generated CUDA C++ has beyond C.
(namespace_identifier) @type
(auto) @type
(this) @keyword
(true) @constant
(false) @constant

(call_expression
  function: (qualified_identifier
    name: (identifier) @function))
(call_expression
  function: (qualified_identifier
    name: (template_function
      name: (identifier) @function)))
(template_function
  name: (identifier) @function)
(function_declarator
  declarator: (qualified_identifier
    name: (identifier) @function))

[
  "class"
  "constexpr"
  "explicit"
  "friend"
  "mutable"
  "namespace"
  "noexcept"
  "operator"
  "private"
  "protected"
  "public"
  "static_assert"
  "template"
  "typename"
  "using"
  "virtual"
] @keyword

"::" @punctuation
