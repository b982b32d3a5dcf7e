// {{ place }}: {{ pragma }}
{%- for line in decisions %}
// {{ line }}
{%- endfor %}
extern "C" __global__ void __launch_bounds__({{ bounds }})
{{ name }}({{ params }})
{
{{ body }}}
