// Device code of {{ unit.file }}, made by romp2cuda {{ version }}.
#include "romp/device.cuh"
{%- if !unit.definitions.is_empty() %}
{% for line in unit.definitions %}
{{ line }}
{%- endfor %}
{%- endif %}
{%- if !unit.locks.is_empty() %}
{% for line in unit.locks %}
{{ line }}
{%- endfor %}
{%- endif %}
{%- if !declarations.is_empty() %}

{{ declarations }}
{%- endif %}
{%- for kernel in unit.kernels %}

{{ kernel }}
{%- endfor %}
