#include "CKernelClock.h"
