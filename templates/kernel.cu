// {{ place }}: {{ pragma }}
{%- for line in decisions %}
// {{ line }}
{%- endfor %}
{{ line }}extern "C" __global__ void __launch_bounds__({{ bounds }})
{{ name }}({{ params }})
{
{{ body }}}
