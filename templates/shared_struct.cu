{#- The struct of variables that the threads of a team share: its members lie where the plan has placed them. -#}
struct {% if let Some(line) = line %}alignas({{ line }}) {% endif %}{{ tag }} {
{{ members }}
{%- if let Some(described) = described %}    static constexpr const char *romp_members = "{{ described }}";
{% endif %}};
static_assert(sizeof({{ tag }}) == {{ bytes }}, "memory is planned for this size: translate again, or check that it suffices");
