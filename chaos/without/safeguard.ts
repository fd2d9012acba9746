import type { Act } from '../acts.ts'
import type { Fault } from '../compare.ts'
import type { Plan, PlannedFinish, Steering } from '../plan.ts'
import type { Edit } from './edit.ts'

/** Something that keeps answers from being lost, and what shows it where it is missing. */
export interface Safeguard {
  readonly name: string
  readonly side: 'player' | 'server'
  readonly edits: readonly Edit[]
  /** Other files that it is part of, if the edit only switches it off; below the project's root. */
  readonly alsoIn?: readonly string[]
  /** Runs in which it is needed. */
  readonly shownBy: Steering
  /** Others, in each of which it is needed too. */
  readonly alsoShownBy?: readonly Steering[]
  /** Where it stands in the database too, it is shown on both; otherwise on SQLite alone, or on the one that is named. */
  readonly isOfDatabase?: boolean
  readonly database?: Plan['database']
  /** This many runs at most, where chance has more of a say in one than elsewhere. */
  readonly mostRuns?: number
  /** It is shown without a browser alone, at a hundredth of the cost. */
  readonly isFast?: true
  /** One of these is found without it. */
  readonly as: readonly Fault['kind'][]
}

export const player = (file: string) => `apps/player/src/${file}`
export const server = (file: string) => `apps/server/src/${file}`

export const write = (question: number, text: string): Act => ({ do: 'write', question, keys: [text], isRewritten: false })
export const choose = (option: number): Act => ({ do: 'choose', question: 0, option })
export const goTo = (question: number): Act => ({ do: 'go', question, by: 'pick' })

const finish: PlannedFinish = {
  ...{ kind: 'set back after the finish', backupStep: 1, when: 'behind', isFailover: false, isAbrupt: false },
  isReloaded: false,
}
/** A database that is set back while the last page is open. */
export const setBackAfterwards = (how: Partial<PlannedFinish>): Steering => ({
  acts: [choose(0), write(1, 'Forgotten after the end. '), ...[2, 3, 0].map(goTo)],
  pauseMs: 300,
  strikes: [],
  atFinish: { ...finish, ...how },
})
