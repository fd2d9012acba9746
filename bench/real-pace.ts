import { percentileOf } from './durations.ts'
import { inProcesses } from './in-processes.ts'
import type { ManyLearners, OneOfMany } from './many-learners.ts'

/** Processes that the learners run in. */
const processes = 2
/**
 * A learner's first requests ask more of the server than the later ones, and open the connection: everybody has sent one of each kind before
 * anything is measured.
 */
const slice = { forMs: 42_000, measuredMs: 10_000 }
/** Learners by which one figure is more than the one before; again by half of it where that is too many. */
const step = 4000

export interface PaceFigure {
  readonly learners: number
  /** Of a save, from the moment it was due. */
  readonly p99Ms: number
  /** Microseconds of processor time that the learners' own processes took for each request. */
  readonly generatorUs: number
  /** Why, of each request that failed. */
  readonly failures: readonly string[]
}

/**
 * How many learners a server has at the real pace with 99 of 100 saves within this many milliseconds: more and more until they are slower,
 * then again halfway. All figures, in the order in which they were measured.
 */
export async function measureRealPace({ origin, running }: ManyLearners, withinMs: number): Promise<PaceFigure[]> {
  const figures: PaceFigure[] = []
  const holds = async (learners: number) => {
    const figure = await measure(origin, running.slice(0, learners))
    figures.push(figure)
    return figure.failures.length === 0 && figure.p99Ms <= withinMs
  }
  const most = running.length
  for (let held = 0; held < most; held = Math.min(held + step, most)) {
    const next = Math.min(held + step, most)
    if (await holds(next)) continue
    await holds(Math.floor((held + next) / 2))
    break
  }
  return figures
}

async function measure(origin: string, learners: readonly OneOfMany[]): Promise<PaceFigure> {
  const size = Math.ceil(learners.length / processes)
  const { tookMs, failures, processorMs } = await inProcesses(
    Array.from({ length: processes }, (_, part) => ({
      origin,
      running: { learners: learners.slice(part * size, (part + 1) * size), ...slice },
    })),
  )
  const requests = Object.values(tookMs).reduce((sum, { length }) => sum + length, 0)
  const generatorUs = (processorMs * 1000) / Math.max(1, requests)
  return { learners: learners.length, p99Ms: percentileOf(tookMs.answer ?? [], 99), generatorUs, failures }
}
