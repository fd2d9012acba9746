import { buildServer } from './build-server.ts'
import { createDesks, type Desks } from './desks.ts'
import { openPlace, type Place, type PlaceWishes } from './place.ts'
import type { Plan } from './plan.ts'
import { playRun, type RunResult } from './run.ts'
import { type Trails, writeTrail } from './write-trail.ts'

export interface Wishes {
  readonly plans: readonly Plan[]
  /** Runs at once; each has a server of its own for each database. */
  readonly workers: number
  /** Of the places, beside the database; a server that is built for these plans alone unless given. */
  readonly place?: Omit<PlaceWishes, 'database'>
  /** Where they take place; desks of their own unless given. */
  readonly desks?: Desks
  /** All that is left of runs that failed goes there. */
  readonly trails?: Trails
  /** Milliseconds in which each run has to recover. */
  readonly longestRecoveryMs?: number
  onDone?(result: RunResult, seconds: number): void
  /** Whether the plans that are left needn't be played after this one. */
  isEnough?(result: RunResult): boolean
  say?(line: string): void
}

const broken = (plan: Plan, error: unknown): RunResult => ({
  plan,
  found: [{ kind: 'stuck', detail: error instanceof Error ? (error.stack ?? error.message) : String(error) }],
  recoveryMs: undefined,
  told: [],
  notes: [],
  stored: undefined,
  logs: {},
})

const playAll = async (next: () => Plan | undefined, desks: Desks, wishes: Wishes): Promise<void> => {
  const places = new Map<string, Place>()
  const desk = await desks.take()
  const placeOf = async (database: Plan['database']) => {
    const known = places.get(database)
    if (known) return known
    const opened = await openPlace({ database, ...wishes.place })
    places.set(database, opened)
    return opened
  }
  try {
    for (let plan = next(); plan !== undefined; plan = next()) {
      const from = performance.now()
      const place = await placeOf(plan.database)
      const played = playRun(plan, {
        place,
        desk,
        ...(wishes.longestRecoveryMs !== undefined && { longestRecoveryMs: wishes.longestRecoveryMs }),
        say: wishes.say ?? (() => undefined),
      })
      const result = await played.catch((error: unknown) => broken(plan, error))
      if (wishes.trails && result.found.length > 0) await writeTrail(wishes.trails, result, place)
      wishes.onDone?.(result, (performance.now() - from) / 1000)
    }
  } finally {
    desks.giveBack(desk)
    for (const place of places.values()) await place.stop()
  }
}

/** Plays these runs, some at once. */
export const playPlans = async (wishes: Wishes): Promise<RunResult[]> => {
  const results: RunResult[] = []
  let plans = [...wishes.plans]
  const onDone = (result: RunResult, seconds: number) => {
    results.push(result)
    if (wishes.isEnough?.(result)) plans = []
    wishes.onDone?.(result, seconds)
  }
  const workers = Math.min(wishes.workers, plans.length)
  const desks = wishes.desks ?? createDesks()
  const built = wishes.place?.server ? undefined : await buildServer()
  const place = { ...wishes.place, ...(built && { server: built }) }
  try {
    await Promise.all(Array.from({ length: workers }, () => playAll(() => plans.shift(), desks, { ...wishes, place, onDone })))
  } finally {
    if (!wishes.desks) await desks.close()
    await built?.remove()
  }
  return results
}
