{#- A kernel. The templates spmd.cu, guarded.cu and fork_join.cu fill the block `code`: they determine which threads execute
    which part of the region. -#}
{% for one in kernel.structs %}{{ one }}

{% endfor %}
{%- for line in kernel.comments %}// {{ line }}
{% endfor %}{{ kernel.line }}extern "C" __global__ void __launch_bounds__({{ kernel.bounds }})
{{ kernel.name }}({{ kernel.parameters }})
{
{{ kernel.start }}{% block code %}{% endblock %}}
