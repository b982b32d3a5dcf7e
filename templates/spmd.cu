{% extends "kernel.cu" %}
{#- A kernel whose region all threads run: its loops share their iterations among them. -#}
{% block code %}{{ ready }}{{ code }}{{ release }}{% endblock %}
