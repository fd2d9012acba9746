import { type ActPreview, type MayOnPerson, type PlannedAct, peopleOfPart } from '@sitwell/contract'
import { sha256 } from '../../sha256.ts'

/** Somebody whom the organisation has, as far as an act on many people is concerned. */
export interface Candidate {
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string | undefined
  readonly isSelf: boolean
  readonly isSuspended: boolean
  readonly hasSignedIn: boolean
  /** The caller may see them. */
  readonly isVisible: boolean
  readonly may: MayOnPerson
}

/** What is to be done to many people. `canMail`: the server can send mails. */
export type ManyAct = { readonly do: 'invite'; readonly canMail: boolean } | { readonly do: 'suspend' | 'resume' }

type Reason = NonNullable<PlannedAct['reason']>

const reasonAgainstInvitation = (one: Candidate, canMail: boolean): Reason | undefined => {
  if (one.isSuspended) return 'suspended'
  if (!one.may.invite) return 'beyond'
  if (one.hasSignedIn) return 'has-signed-in'
  if (one.email === undefined) return 'no-address'
  return canMail ? undefined : 'no-mail'
}

const reasonAgainst = (act: ManyAct, one: Candidate): Reason | undefined => {
  if (one.isSelf) return 'self'
  if (act.do === 'invite') return reasonAgainstInvitation(one, act.canMail)
  if (act.do === 'suspend' && one.isSuspended) return 'suspended'
  if (act.do === 'resume' && !one.isSuspended) return 'not-suspended'
  return one.may[act.do] ? undefined : 'beyond'
}

/** What would be done to each of these people, once each and in this order. Whom the caller may not see is like somebody who is not there. */
export const judgeActs = (
  act: ManyAct,
  userIDs: readonly number[],
  known: ReadonlyMap<number, Candidate>,
): readonly PlannedAct[] =>
  [...new Set(userIDs)].map((userID) => {
    const one = known.get(userID)
    if (!one?.isVisible) return { userID, reason: 'not-found' }
    const { username, firstName, lastName, email } = one
    const reason = reasonAgainst(act, one)
    return { userID, username, firstName, lastName, ...(email !== undefined && { email }), ...(reason && { reason }) }
  })

/** The same as a preview: whom it would be done to, in parts, each with a hash over what it is and how its people are now. */
export const previewOf = (act: ManyAct, userIDs: readonly number[], known: ReadonlyMap<number, Candidate>): ActPreview => {
  const people = judgeActs(act, userIDs, known)
  const done = people.filter(({ reason }) => reason === undefined).map(({ userID }) => userID)
  const parts = Array.from({ length: Math.ceil(done.length / peopleOfPart) }, (_, at) => {
    const part = done.slice(at * peopleOfPart, (at + 1) * peopleOfPart)
    // The address, not the version: a sign-in of somebody else's making changes neither.
    const states = part.map((userID) => [userID, known.get(userID)?.email, known.get(userID)?.isSuspended])
    return { userIDs: part, hash: sha256(JSON.stringify([act.do, states])) }
  })
  const totals = { done: done.length, left: people.length - done.length }
  return { people: [...people], totals, parts, canUndo: act.do !== 'invite' }
}
