{#- A device function with parallel regions. The threads of a region run a function of its own, to which they are
    referred to by `romp::parallel_region`; what they share with the encountering thread is in the frame. -#}
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
