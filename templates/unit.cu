// Device code of {{ file }}, made by romp2cuda {{ version }}.
#include "romp/device.cuh"
{%- if !declarations.is_empty() %}

{{ declarations }}
{%- endif %}
{%- for kernel in kernels %}

{{ kernel }}
{%- endfor %}
