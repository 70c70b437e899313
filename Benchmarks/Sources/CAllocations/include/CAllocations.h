#pragma once

/// Counts from now on; allocations are those of all threads.
void allocations_start(void);

/// How many there were since the start, and none is counted any more; -1 where they cannot be counted.
long allocations_stop(void);
