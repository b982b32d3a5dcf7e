{% extends "kernel.cu" %}
{#- A kernel whose parallel parts all threads execute. Its sequential parts are executed by thread 0 under a guard; the
    others wait at a barrier where a later part needs their results. -#}
{% block code %}{{ ready }}{% for part in parts %}{% if part.sequential %}    if (romp::thread() == 0) {
{{ part.code }}    }
{% if part.awaited %}    romp::team_barrier();
{% endif %}{% else %}{{ part.code }}{% endif %}{% endfor %}{{ release }}{% endblock %}
