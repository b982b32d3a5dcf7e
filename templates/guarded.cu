{% extends "kernel.cu" %}
{#- A kernel whose region all threads run but for its sequential parts: thread 0 runs these, and the others wait. -#}
{% block code %}{{ ready }}{% for part in parts %}{% if part.sequential %}    if (romp::thread() == 0) {
{{ part.code }}    }
{% if part.awaited %}    romp::team_barrier();
{% endif %}{% else %}{{ part.code }}{% endif %}{% endfor %}{{ release }}{% endblock %}
