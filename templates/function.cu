{#- A device function with parallel regions. Each region is a function of its own, which the threads of the
    region call by `romp::parallel_region`; the variables that they share with the encountering thread are in the frame. -#}
{% if let Some(frame) = frame %}{{ frame }}

{% endif %}
{%- for region in regions %}{{ region.signature }};
{% if loop.last %}
{% endif %}{% endfor %}
{{- line }}{{ signature }}
{
{{ body }}}
{% for region in regions %}
{{ region.line }}{{ region.signature }}
{
{{ region.body }}}
{% endfor %}
