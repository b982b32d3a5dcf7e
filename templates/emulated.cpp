{#- The CUDA text stands in a namespace, so that device functions differ from the host's of the same name. -#}
// {{ cuda }}, compiled for the emulated device. ROMP_KERNEL_ENTRY has 1 for a kernel in which threads wait for each
// other (barriers, reductions, forks), else 0{% if checked %}; behind it stands what messages of checks say of it{% endif %}.
{%- if by_file %}
#define ROMP_UNIT_FLAGS ROMP_IMAGE_NAMED
{%- endif %}
#include "romp/device.cuh"
#include "romp/emulated.cuh"
#if ROMP_CHECK
#include "romp/checked_library.cuh"
namespace romp_library {
ROMP_CHECKED_LIBRARY_NAMES
#endif
namespace {{ namespace }} {
using romp::malloc;
using romp::free;
#include "{{ cuda }}"
}
#if ROMP_CHECK
}
namespace romp_unit = romp_library::{{ namespace }};
#else
namespace romp_unit = {{ namespace }};
#endif
{%- match part %}
{%- when Some with (name) %}
ROMP_EMULATED_PART({{ name }}, ROMP_KERNELS(
{%- when None %}
ROMP_EMULATED_IMAGE("{{ unit }}", ROMP_KERNELS(
{%- endmatch %}
{%- for kernel in kernels %}
    ROMP_KERNEL_ENTRY({{ kernel.name }}, {% if kernel.barriers %}1{% else %}0{% endif %}
{%- for line in kernel.lines(checked) %}{% if loop.first %},{% endif %}
        {{ line }}
{%- endfor %}),
{%- if let Some(apart) = kernel.apart %}{% if !checked %}
    ROMP_KERNEL_ENTRY({{ apart }}, {% if kernel.barriers %}1{% else %}0{% endif %}),
{%- endif %}{% endif %}
{%- endfor %}
{%- if !kernels.is_empty() %}
{% endif %})
{%- if part.is_none() %}, ROMP_GLOBALS(
{%- for global in globals -%}
{% if !loop.first %}, {% endif %}ROMP_GLOBAL_ENTRY({{ global }})
{%- endfor %})
{%- for one in shared -%}
,
    {{ "{" }}{{ one.name }}, {{ one.declaration }}, {{ one.layout }}, {{ one.length }}, {{ one.place }}, {% if one.function %}1{% else %}0{% endif %}, {% if one.defined %}1{% else %}0{% endif %}{{ "}" }}
{%- endfor %}
{%- endif %})
