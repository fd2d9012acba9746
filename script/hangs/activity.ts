import { utimesSync } from 'node:fs'
import { eventsPath } from '../sum-up/write-event.ts'

/** Something long that a test does, such as a run of the fault harness. A test that is stuck reports what it was doing. */
export interface Activity {
  /** Where it is now. */
  at(detail: string): void
  end(): void
}

// Boundary: files of tests that share their process load this module again, and its list has to be one.
const shared = globalThis as { sitwellActivities?: Map<symbol, string> }
shared.sitwellActivities ??= new Map()
const activities = shared.sitwellActivities

export function beginActivity(name: string): Activity {
  const id = Symbol(name)
  activities.set(id, name)
  return {
    at: (detail) => {
      activities.set(id, `${name}: ${detail}`)
      const path = eventsPath()
      // A sign of life, without which its stage is taken for one that stands still.
      if (path) utimesSync(path, new Date(), new Date())
    },
    end: () => void activities.delete(id),
  }
}

export const activitiesUnderWay = (): readonly string[] => [...activities.values()]
