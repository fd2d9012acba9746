import { safeguardsOfCourses } from './courses.ts'
import { safeguardsOfDelivering } from './delivering.ts'
import { safeguardsOfKeeping } from './keeping.ts'
import { safeguardsOfRestoring } from './restoring.ts'
import type { Safeguard } from './safeguard.ts'
import { safeguardsOfTiming } from './timing.ts'
import { safeguardsOfTruth } from './truth.ts'

/** All that are taken away, one at a time. */
export const safeguards: readonly Safeguard[] = [
  ...safeguardsOfKeeping,
  ...safeguardsOfDelivering,
  ...safeguardsOfRestoring,
  ...safeguardsOfTiming,
  ...safeguardsOfCourses,
  ...safeguardsOfTruth,
]
