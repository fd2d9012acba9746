import { percentileOf } from './durations.ts'
import { inProcesses } from './in-processes.ts'
import type { ManyLearners, OneOfMany } from './many-learners.ts'

/** Processes that the learners run in. */
const processes = 2
/** A learner's first requests ask more of the server than the later ones: they are not measured. */
const slice = { forMs: 9000, measuredMs: 6000 }

export interface PaceFigure {
  readonly learners: number
  /** Of a save, from the moment it was due. */
  readonly p99Ms: number
  /** Why, of each request that failed. */
  readonly failures: readonly string[]
}

/**
 * How many learners a server has at the real pace with 99 of 100 saves within so many milliseconds: doubled until they are slower,
 * then once more halfway. All figures, in the order in which they were measured.
 */
export async function measureRealPace({ origin, running }: ManyLearners, withinMs: number): Promise<PaceFigure[]> {
  const figures: PaceFigure[] = []
  const holds = async (learners: number) => {
    const figure = await measure(origin, running.slice(0, learners))
    figures.push(figure)
    return figure.failures.length === 0 && figure.p99Ms <= withinMs
  }
  let most = 1000
  while (most * 2 <= running.length && (await holds(most * 2))) most *= 2
  if (most * 2 <= running.length)
    for (let step = most / 2; step >= most / 4; step /= 2) if (await holds(most + step)) most += step
  return figures
}

async function measure(origin: string, learners: readonly OneOfMany[]): Promise<PaceFigure> {
  const size = Math.ceil(learners.length / processes)
  const { tookMs, failures } = await inProcesses(
    Array.from({ length: processes }, (_, part) => ({
      origin,
      running: { learners: learners.slice(part * size, (part + 1) * size), ...slice },
    })),
  )
  return { learners: learners.length, p99Ms: percentileOf(tookMs.answer ?? [], 99), failures }
}
