#pragma once

/// Starts counting the allocations of all threads.
void allocations_start(void);

/// Stops counting, and returns the number of allocations since the start; -1 if they cannot be counted.
long allocations_stop(void);
