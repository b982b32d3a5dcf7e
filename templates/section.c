__asm__(".pushsection {{ section }},\"e\",@progbits\n.balign 8\n.incbin \"{{ file }}\"\n.popsection");
