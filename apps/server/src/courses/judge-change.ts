import type { CourseAction, CourseChange } from '@sitwell/contract'

/** A course that somebody holds, as far as a change is concerned. `wasBegun`: something of it happened, even if it was reset since. */
export interface Held {
  readonly version: number
  /** 0 not started, 1 started, 2 completed, 3 failed. */
  readonly status: number
  readonly wasBegun: boolean
}

/** Somebody whom the organisation has, as far as a change of a course is concerned. */
export interface Candidate {
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  /** The caller may see them. */
  readonly isVisible: boolean
  /** The caller may give them courses. */
  readonly mayChange: boolean
  /** All that they hold of the course. */
  readonly held: readonly Held[]
}

/** What is done, and with which version. */
export interface Wanted {
  readonly action: CourseAction
  /** The newest version, which is given. */
  readonly version: number
  /** Whoever is through with the course gets it again. */
  readonly again: boolean
}

type Verdict = Pick<CourseChange, 'becomes' | 'reason'>

const isRunning = ({ status, wasBegun }: Held) => status === 1 || (status === 0 && wasBegun)

const judgeGiving = ({ version, again }: Wanted, held: readonly Held[]): Verdict => {
  const unbegun = held.find(({ wasBegun }) => !wasBegun)
  if (unbegun && unbegun.version >= version) return { becomes: 'unchanged', reason: 'has-it' }
  const running = held.find(isRunning)
  if (running) return { becomes: 'unchanged', reason: running.version >= version ? 'takes-it' : 'takes-older' }
  if (unbegun) return { becomes: 'updated' }
  return held.length > 0 && !again ? { becomes: 'unchanged', reason: 'finished' } : { becomes: 'given' }
}

const judgeTaking = (held: readonly Held[]): Verdict => {
  if (held.length === 0) return { becomes: 'unchanged', reason: 'has-not' }
  return held.some(({ wasBegun }) => !wasBegun) ? { becomes: 'taken' } : { becomes: 'refused', reason: 'begun' }
}

/** What happens to each of these people, once each and in this order. Whom the caller may not see is like somebody who is not there. */
export const judgeChange = (
  wanted: Wanted,
  userIDs: readonly number[],
  known: ReadonlyMap<number, Candidate>,
): CourseChange[] =>
  [...new Set(userIDs)].map((userID) => {
    const candidate = known.get(userID)
    if (!candidate?.isVisible) return { userID, becomes: 'refused', reason: 'not-found' }
    const { username, firstName, lastName, held, mayChange } = candidate
    const named = { userID, username, firstName, lastName }
    if (!mayChange) return { ...named, becomes: 'refused', reason: 'beyond' }
    return { ...named, ...(wanted.action === 'give' ? judgeGiving(wanted, held) : judgeTaking(held)) }
  })

/** How many are changed, stay as they are, and are refused. */
export const totalsOf = (people: readonly CourseChange[]) => {
  const count = (...those: CourseChange['becomes'][]) => people.filter(({ becomes }) => those.includes(becomes)).length
  return { changed: count('given', 'updated', 'taken'), unchanged: count('unchanged'), refused: count('refused') }
}

/** Whom the opposite action takes it back for: an older version that was replaced doesn't come back. */
export const canTakeBack = ({ becomes }: CourseChange): boolean => becomes === 'given' || becomes === 'taken'
