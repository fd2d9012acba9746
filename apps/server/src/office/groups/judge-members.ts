import type { MemberChange, memberActions } from '@sitwell/contract'

type MemberAction = (typeof memberActions)[number]

/** Somebody whom the organisation has, as far as a change of members is concerned. */
export interface Candidate {
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly isMember: boolean
  /** The caller may see them. */
  readonly isVisible: boolean
  /** Nobody could do more to them by it than the caller can now (`mayAddTo`). */
  readonly mayAdd: boolean
}

const judge = (action: MemberAction, { isMember, mayAdd }: Candidate): Pick<MemberChange, 'becomes' | 'reason'> => {
  if (action === 'remove') return isMember ? { becomes: 'removed' } : { becomes: 'unchanged', reason: 'no-member' }
  if (isMember) return { becomes: 'unchanged', reason: 'is-member' }
  return mayAdd ? { becomes: 'added' } : { becomes: 'refused', reason: 'beyond' }
}

/** What happens to each of these people, once each and in this order. Whom the caller may not see is like somebody who is not there. */
export const judgeMembers = (
  action: MemberAction,
  userIDs: readonly number[],
  known: ReadonlyMap<number, Candidate>,
): MemberChange[] =>
  [...new Set(userIDs)].map((userID) => {
    const candidate = known.get(userID)
    if (!candidate?.isVisible) return { userID, becomes: 'refused', reason: 'not-found' }
    const { username, firstName, lastName } = candidate
    return { userID, username, firstName, lastName, ...judge(action, candidate) }
  })

/** How many are changed, stay as they are, and are refused. */
export const totalsOf = (people: readonly MemberChange[]) => {
  const count = (...those: MemberChange['becomes'][]) => people.filter(({ becomes }) => those.includes(becomes)).length
  return { changed: count('added', 'removed'), unchanged: count('unchanged'), refused: count('refused') }
}
