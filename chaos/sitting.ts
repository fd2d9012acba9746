import type { World } from '../e2e/arrange.ts'
import { sessionOf } from '../e2e/session-of.ts'
import { createCourseLearner } from './course-learner.ts'
import type { Sitter, Telling } from './crew.ts'
import type { Desk } from './desks.ts'
import { createLearner } from './learner.ts'
import type { Network } from './network.ts'
import type { Plan } from './plan.ts'

interface SittingParts {
  readonly plan: Plan
  readonly world: World
  readonly network: Network
  readonly desk: Desk
  /** The safeguard that the player lacks. */
  readonly without: string | undefined
  /** Milliseconds after which a learner who gets nowhere counts as stuck. */
  readonly longestLostMs: number
}

/** Has the learner sit at the browsers of a desk. */
export const createSitting =
  ({ plan, world, network, desk, without, longestLostMs }: SittingParts) =>
  (address: string) =>
  async (number: number, { note, onClaims }: Telling): Promise<Sitter> => {
    const { serviceWorker, isFirstVisit, isCourse, isCmi5, exam } = plan
    const device = await desk.seat(number).take({
      ...{ number, serviceWorker, isFirstVisit, isCourse, isCmi5, onClaims },
      ...(without !== undefined && { without }),
    })
    const create = isCourse ? createCourseLearner : createLearner
    const learner = create({
      ...{ device, address, isCmi5, isRouted: exam === 'routed', longestMs: longestLostMs, note },
      launchAddress: async () => {
        const session = await sessionOf({ ...world, origin: network.origin }, world.people[0])
        return `${address}?x=${encodeURIComponent(JSON.stringify(session))}`
      },
    })
    return { device, learner }
  }
