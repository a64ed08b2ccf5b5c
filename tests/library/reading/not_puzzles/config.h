#ifndef CONFIG_H
#define CONFIG_H

#include <stdio.h>
#include "level.h"

#if defined(_WIN32)
#  define PATH_SEPARATOR '\\'
#else
#  define PATH_SEPARATOR '/'
#endif

#define MAX(a, b) ((a) > (b) ? (a) : (b))

#endif /* CONFIG_H */
