#include <raceproof/cooperative_groups.h>
