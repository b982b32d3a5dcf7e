/* Carries a device image and registers it with the runtime. */
#include <stddef.h>
#include "romp.h"

__asm__(
    ".pushsection {{ section }},\"a\",@progbits\n"
    ".balign 64\n"
    ".ascii \"ROMPIMG\\0\"\n"
    ".long {{ abi }}\n"
    ".long 0\n"
    ".quad romp_image_end - romp_image_begin\n"
    ".balign 64\n"
    "romp_image_begin:\n"
    ".incbin \"{{ image }}\"\n"
    "romp_image_end:\n"
    ".popsection\n"
);
extern const char romp_image_begin[] __attribute__((visibility("hidden")));
extern const char romp_image_end[] __attribute__((visibility("hidden")));

static romp_image images[] = {
{%- for unit in units %}
    { ROMP_ABI, {% if unit.recursive %}ROMP_IMAGE_RECURSIVE{% else %}0{% endif %}, "{{ unit.key }}", "{{ unit.suffix }}", romp_image_begin, 0, NULL, 0, NULL, 0 },
{%- endfor %}
};

__attribute__((constructor)) static void romp_register_images(void)
{
    for (size_t i = 0; i < sizeof images / sizeof *images; i++) {
        images[i].bytes = (size_t)(romp_image_end - romp_image_begin);
        romp_register_image(&images[i]);
    }
}

__attribute__((destructor)) static void romp_unregister_images(void)
{
    for (size_t i = 0; i < sizeof images / sizeof *images; i++)
        romp_unregister_image(&images[i]);
}
