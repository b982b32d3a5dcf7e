{#- A target construct in the host's text: the launch of its kernel, and below it the directive of the host version. -#}
/* {{ pragma }} */
{%- if after_tasks %}
ROMP_AFTER_ALL_TASKS
{%- endif %}
{%- if let Some(task) = task %}
#pragma omp {{ task }} if(0) default(shared)
{%- endif %}
ROMP_TARGET("{{ place }}", {{ kernel }}{{ arguments }})
{%- for allocator in allocators %}
{{ allocator }}
{%- endfor %}
{%- if let Some(host) = host %}
#pragma omp {{ host }}
{%- endif %}
