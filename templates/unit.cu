// Device code of {{ file }}, made by romp2cuda {{ version }}.
#include "romp/device.cuh"
{%- if !definitions.is_empty() %}
{% for line in definitions %}
{{ line }}
{%- endfor %}
{%- endif %}
{%- if !declarations.is_empty() %}

{{ declarations }}
{%- endif %}
{%- for kernel in kernels %}

{{ kernel }}
{%- endfor %}
