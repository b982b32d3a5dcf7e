{#- What the threads of a team share, with the members that the plan has placed. -#}
struct {% if let Some(line) = line %}alignas({{ line }}) {% endif %}{{ tag }} {
{{ members }}
{%- if let Some(described) = described %}    static constexpr const char *romp_members = "{{ described }}";
{% endif %}};
static_assert(sizeof({{ tag }}) == {{ bytes }}, "as it was planned");
