import { beginActivity } from '../script/hangs/activity.ts'
import { buildServer } from './build-server.ts'
import { createDesks, type Desk, type Desks } from './desks.ts'
import type { PlaceWishes } from './place.ts'
import { leavesServerTimeOff, type Plan } from './plan.ts'
import { playRun, type RunParts, type RunResult } from './run.ts'
import { type Trails, writeTrail } from './write-trail.ts'

export interface Wishes extends Pick<RunParts, 'lacks' | 'longestRecoveryMs'> {
  readonly plans: readonly Plan[]
  /** Runs at once; each has its own desk. */
  readonly workers: number
  /** Where they take place; desks of their own unless given, over a server that is built for them. */
  readonly desks?: Desks
  /** Of the servers of their own desks. */
  readonly place?: Omit<PlaceWishes, 'database' | 'server'>
  /** All that is left of runs that failed goes there. */
  readonly trails?: Trails
  onDone?(result: RunResult, seconds: number): void
  /** Whether the plans that are left needn't be played after this one. */
  isEnough?(result: RunResult): boolean
  say?(line: string): void
}

const broken = (plan: Plan, error: unknown): RunResult => ({
  plan,
  found: [{ kind: 'stuck', detail: error instanceof Error ? (error.stack ?? error.message) : String(error) }],
  recoveryMs: undefined,
  reported: [],
  notes: [],
  stored: undefined,
  logs: {},
})

/** Plays what is left of the plans, those first whose database the desk has. */
const playAll = async (plans: Plan[], desk: Desk, { trails, onDone, lacks, longestRecoveryMs, say }: Wishes): Promise<void> => {
  const next = () => {
    const here = plans.findIndex(({ database }) => desk.has(database))
    return plans.splice(Math.max(0, here), 1)[0]
  }
  for (let plan = next(); plan !== undefined; plan = next()) {
    const from = performance.now()
    const place = await desk.place(plan.database)
    const activity = beginActivity(`the run of seed ${plan.seed}`)
    const played = playRun(plan, {
      place,
      desk,
      ...(lacks && { lacks }),
      ...(longestRecoveryMs !== undefined && { longestRecoveryMs }),
      say: (line) => {
        activity.at(line)
        say?.(line)
      },
    })
    const now = plan
    const result = await played.catch((error: unknown) => broken(now, error)).finally(activity.end)
    if (trails && result.found.length > 0) await writeTrail(trails, result, place)
    if (leavesServerTimeOff(plan)) await desk.retire(plan.database)
    onDone?.(result, (performance.now() - from) / 1000)
  }
}

/** Plays these runs, some at once. */
export const playPlans = async (wishes: Wishes): Promise<RunResult[]> => {
  const results: RunResult[] = []
  const plans = [...wishes.plans]
  const onDone = (result: RunResult, seconds: number) => {
    results.push(result)
    if (wishes.isEnough?.(result)) plans.length = 0
    wishes.onDone?.(result, seconds)
  }
  const workers = Math.min(wishes.workers, plans.length)
  const built = wishes.desks ? undefined : await buildServer()
  const desks = wishes.desks ?? createDesks({ ...wishes.place, ...(built && { server: built }) })
  const work = async () => {
    const desk = await desks.take(plans[0]?.database)
    await playAll(plans, desk, { ...wishes, onDone }).finally(() => desks.giveBack(desk))
  }
  try {
    await Promise.all(Array.from({ length: workers }, work))
  } finally {
    if (!wishes.desks) await desks.close()
    await built?.remove()
  }
  return results
}
