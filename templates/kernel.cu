{#- A kernel. The templates spmd.cu, guarded.cu and fork_join.cu fill the block `code`: they determine which threads execute
    which part of the region. Where another kernel is launched if list items are separate, a function has the code of both. -#}
{% for one in kernel.structs %}{{ one }}

{% endfor %}
{%- for line in kernel.comments %}// {{ line }}
{% endfor %}{{ kernel.line }}
{%- if let Some(apart) = kernel.apart %}static __device__ __forceinline__ void
{{ apart.code }}({{ apart.of_code }})
{%- else %}extern "C" __global__ void __launch_bounds__({{ kernel.bounds }})
{{ kernel.name }}({{ kernel.parameters }})
{%- endif %}
{
{{ kernel.start }}{% block code %}{% endblock %}}
{%- if let Some(apart) = kernel.apart %}

extern "C" __global__ void __launch_bounds__({{ kernel.bounds }})
{{ kernel.name }}({{ kernel.parameters }})
{
    {{ apart.code }}({{ apart.arguments }});
}

// {{ kernel.name }} in launches whose pointers lead to separate list items
extern "C" __global__ void __launch_bounds__({{ kernel.bounds }})
{{ apart.kernel }}({{ apart.parameters }})
{
    {{ apart.code }}({{ apart.arguments }});
}
{%- endif %}
