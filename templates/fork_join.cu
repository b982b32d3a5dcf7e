{% extends "kernel.cu" %}
{#- A kernel whose sequential part one thread runs, the master: the last thread, alone in its warp. All other
    warps are workers. They wait for a region that the master forks, run its code and join the master again, until it
    finishes. -#}
{% block code %}{{ state }}    if (romp::is_worker()) {
        while (romp::next_region({{ work }})) {
{% if numbered %}            switch ({{ work }}.region) {
{% for call in calls %}            case {{ call.number }}:
                {{ call.code }}
                break;
{% endfor %}{% for region in regions %}            case {{ region.number }}: {
{{ region.code }}                break;
            }
{% endfor %}            }
{% else %}{% for region in regions %}{{ region.code }}{% endfor %}{% endif %}            romp::join();
        }
        return;
    }
{{ begin }}{{ master }}{{ end }}    romp::finish({{ work }});
{% endblock %}
