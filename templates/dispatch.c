{#- A `dispatch` construct in the host's text: the call that it stands before is edited by itself. -#}
/* {{ pragma }} */
{%- if let Some(task) = task %}
{{ indent }}#pragma omp {{ task }} if(0) default(shared)
{%- endif %}
{%- for device in devices %}
{{ indent }}ROMP_DEFAULT_DEVICE({{ device }})
{%- endfor %}
