{% extends "kernel.cu" %}
{#- A kernel whose region all threads execute from the start (SPMD): the iterations of its loops are scheduled to them. -#}
{% block code %}{{ ready }}{{ code }}{{ release }}{% endblock %}
