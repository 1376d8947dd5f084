#include "CKernel.h"
