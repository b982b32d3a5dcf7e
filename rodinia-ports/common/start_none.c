/* The serial reference has no device to start. */
#include "port.h"

void port_start_device(void)
{
}
