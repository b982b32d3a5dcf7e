/*
 * The member of libromp.a that a program gets which is linked for the emulated device and no GPU: it may have no kernel
 * of its own that would say so. The linker takes it for `-u romp_only_emulated`.
 */
void romp_for_emulated_device(void);

void romp_only_emulated(void)
{
    romp_for_emulated_device();
}
/* Before the program's constructors, as ROMP_FIRST of romp.h. */
__attribute__((section(".init_array.00100"), used)) static void (*first)(void) = romp_only_emulated;
