/* Carries {% if images.len() == 1 %}a device image and registers it{% else %}device images and registers them{% endif %} with the runtime. */
#include <stddef.h>
#include "romp.h"

#define CARRY(number, file) \
    __asm__(".pushsection {{ section }},\"a\",@progbits\n" \
            ".balign 64\n" \
            ".ascii \"ROMPIMG\\0\"\n" \
            ".long {{ abi }}\n" \
            ".long 0\n" \
            ".quad romp_image_" #number "_end - romp_image_" #number "_begin\n" \
            ".balign 64\n" \
            "romp_image_" #number "_begin:\n" \
            ".incbin \"" file "\"\n" \
            "romp_image_" #number "_end:\n" \
            ".popsection\n"); \
    extern const char romp_image_##number##_begin[] __attribute__((visibility("hidden"))); \
    extern const char romp_image_##number##_end[] __attribute__((visibility("hidden")))
{% for image in images %}
CARRY({{ loop.index }}, "{{ image.file }}");
{%- endfor %}

static romp_image images[] = {
{%- for image in images %}
{%- let number = loop.index %}
{%- for unit in image.units %}
    { ROMP_ABI, {{ image.flags(unit) }}, "{{ unit.key }}", "{{ unit.suffix }}", romp_image_{{ number }}_begin, 0, NULL, 0, NULL, 0 },
{%- endfor %}
{%- endfor %}
};
static const char *const ends[] = {
{%- for image in images %}
{%- let number = loop.index %}
{%- for unit in image.units %}
    romp_image_{{ number }}_end,
{%- endfor %}
{%- endfor %}
};

static void romp_register_images(void)
{
    for (size_t i = 0; i < sizeof images / sizeof *images; i++) {
        images[i].bytes = (size_t)(ends[i] - (const char *)images[i].data);
        romp_register_image(&images[i]);
    }
}
ROMP_FIRST(romp_register_images);

static void romp_unregister_images(void)
{
    for (size_t i = 0; i < sizeof images / sizeof *images; i++)
        romp_unregister_image(&images[i]);
}
ROMP_LAST(romp_unregister_images);
