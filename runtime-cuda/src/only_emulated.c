/*
 * The member of libromp.a that a program gets which is linked for the emulated device and no GPU: it may have no kernel
 * of its own that would say so. The linker takes it for `-u romp_only_emulated`.
 */
void romp_for_emulated_device(void);

__attribute__((constructor)) void romp_only_emulated(void)
{
    romp_for_emulated_device();
}
