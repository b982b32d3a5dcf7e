extern "C" int values();
extern "C" long later();
long both()
{
    return values() + later();
}
