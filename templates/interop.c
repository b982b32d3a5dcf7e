{#- An `interop` construct in the host's text: calls of the runtime, one for each variable. -#}
/* {{ pragma }} */
{%- if let Some(task) = task %}
#pragma omp {{ task }} if(0) default(shared)
{%- endif %}
{%- if let Some(device) = device %}
ROMP_DEFAULT_DEVICE({{ device }})
{%- endif %}
{
{%- for call in calls %}
    {{ call }};
{%- endfor %}
}
