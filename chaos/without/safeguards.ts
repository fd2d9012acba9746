import { safeguardsOfCourses } from './courses.ts'
import { safeguardsOfDelivering } from './delivering.ts'
import { safeguardsOfKeeping } from './keeping.ts'
import { safeguardsOfRestoring } from './restoring.ts'
import type { Safeguard } from './safeguard.ts'
import { safeguardsOfTiming } from './timing.ts'
import { safeguardsOfTruth } from './truth.ts'

/** One of them, with the file that defines it. */
export interface ListedSafeguard extends Safeguard {
  /** Below the project's root. */
  readonly definedIn: string
}

const lists: Readonly<Record<string, readonly Safeguard[]>> = {
  keeping: safeguardsOfKeeping,
  delivering: safeguardsOfDelivering,
  restoring: safeguardsOfRestoring,
  timing: safeguardsOfTiming,
  courses: safeguardsOfCourses,
  truth: safeguardsOfTruth,
}

/** All that can be removed, one at a time. */
export const safeguards: readonly ListedSafeguard[] = Object.entries(lists).flatMap(([name, list]) =>
  list.map((safeguard) => ({ ...safeguard, definedIn: `chaos/without/${name}.ts` })),
)
