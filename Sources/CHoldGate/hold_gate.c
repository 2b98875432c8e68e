#include "hold_gate.h"
