import type { World } from '../e2e/arrange.ts'
import { invigilate } from '../e2e/invigilator.ts'
import type { Crew } from './crew.ts'
import type { Network } from './network.ts'
import type { PlannedEnd } from './plan.ts'
import type { RunPlace } from './run-place.ts'

/** The end of the exam's time, and who is away over it. */
export interface TimeOver {
  /** The learner, or the whole room, is away from now on; who is given time is so at once, and can't hear of it. */
  goAway(): Promise<void>
  /** Nothing can be answered any more. */
  isOver(): boolean
  /** They went before the time was over: else, on a busy machine, all of it is. */
  hasGone(): boolean
  /** Resolves once the time was over for long enough, and who was away is back. */
  comeBack(): Promise<void>
}

interface TimeOverParts {
  readonly end: PlannedEnd
  readonly place: RunPlace
  readonly world: World
  readonly network: Network
  readonly crew: Crew
}

/** Seconds that an invigilator gives. */
const givenSeconds = 600
/** Milliseconds after the end: longer than the grace, in which anything counts, and than silence has to last to be one. */
const awayMs = 6000

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)))

export const createTimeOver = ({ end, place, world, network, crew }: TimeOverParts): TimeOver => {
  let endsAtMs = Number.POSITIVE_INFINITY
  let heal = async () => {}
  let hasGone = false
  return {
    async goAway() {
      const { formRuns } = await place.stored(world)
      endsAtMs = formRuns[0]?.ends_at ?? endsAtMs
      if (Date.now() > endsAtMs) return
      crew.learner().stopAt(performance.now() + endsAtMs - Date.now())
      hasGone = true
      crew.note({ what: 'struck', kind: end.kind })
      if (end.kind === 'room away over the end') {
        await place.killServer()
        heal = place.startServer
        return
      }
      const backOnline = network.strike('cut')
      heal = async () => backOnline()
      await crew.device().tellOfNetwork('offline')
      if (end.kind !== 'time given while away') return
      const invigilation = await invigilate(place, world, world.exams[0]?.examGuid ?? '')
      await invigilation.addTime(givenSeconds)
    },
    hasGone: () => hasGone,
    isOver: () => Date.now() > endsAtMs,
    async comeBack() {
      await wait(endsAtMs + awayMs - Date.now())
      await heal()
      crew.learner().stopAt(undefined)
      endsAtMs = Number.POSITIVE_INFINITY
    },
  }
}
