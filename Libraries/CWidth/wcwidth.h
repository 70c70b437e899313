// The C library has wcwidth(3), but its module shows it only to those who define _XOPEN_SOURCE, which Swift does not.
#include <wchar.h>

int wcwidth(wchar_t character);
