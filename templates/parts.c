/* Registers the parts of an emulated image with the runtime. */
#include <stddef.h>
#include "romp.h"
{% for name in names %}
extern const romp_image {{ name }} __attribute__((visibility("hidden")));
{%- endfor %}

static const romp_image *const parts[] = {
{%- for name in names %}
    &{{ name }},
{%- endfor %}
};
static romp_image images[sizeof parts / sizeof *parts];

static void romp_register_images(void)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        images[i] = *parts[i];
        images[i].unit = "{{ unit }}";
        images[i].flags |= ROMP_IMAGE_PART(i + 1);
        romp_register_image(&images[i]);
    }
}
ROMP_FIRST(romp_register_images);

static void romp_unregister_images(void)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        romp_unregister_image(&images[i]);
}
ROMP_LAST(romp_unregister_images);
