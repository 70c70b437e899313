// The C library has wcwidth(3), but declares it only if _XOPEN_SOURCE is defined, which Swift does not do.
#include <wchar.h>

int wcwidth(wchar_t character);
