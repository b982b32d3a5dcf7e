{#- A directive in the host's text that maps or updates variables, before the block to which it applies, if any. -#}
/* {{ pragma }} */
{%- if after_tasks %}
ROMP_AFTER_ALL_TASKS
{%- endif %}
{%- if let Some(task) = task %}
#pragma omp {{ task }} if(0) default(shared)
{%- endif %}
{{ name }}("{{ place }}"{{ arguments }}){% if let Some(use_device) = use_device %}
{%- for variable in use_device %}
{{ variable }}
{%- endfor %}
{%- else %};
{%- endif %}
