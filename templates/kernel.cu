{#- A kernel. What its threads run stands in the place of `code`: spmd.cu, guarded.cu and fork_join.cu say which threads
    run which part of the region. -#}
{% for one in kernel.structs %}{{ one }}

{% endfor %}
{%- for line in kernel.comments %}// {{ line }}
{% endfor %}{{ kernel.line }}extern "C" __global__ void __launch_bounds__({{ kernel.bounds }})
{{ kernel.name }}({{ kernel.parameters }})
{
{{ kernel.start }}{% block code %}{% endblock %}}
