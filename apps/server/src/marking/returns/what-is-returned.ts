import { createHash } from 'node:crypto'
import type { MarkerReturnPreview, ResponseState } from '@sitwell/contract'
import type { ResponseName } from '../ids.ts'

/** An entry of a ledger as far as a return looks at it. */
export interface LedgerLine {
  readonly number: number
  readonly kind: string
  readonly author: string
  /** Unix ms. */
  readonly at: number
  readonly requestId: string
}

/** A response that a marker marked in the time that was asked for. */
export interface Candidate {
  readonly name: ResponseName
  readonly state: ResponseState
  /** Its results are confirmed, or are shown to its learner already. */
  readonly isConfirmed: boolean
  /** The oldest first. */
  readonly lines: readonly LedgerLine[]
}

/** Whose marks of which time (Unix ms): from `fromMs` on, and before `untilMs`. */
export interface Span {
  readonly author: string
  readonly fromMs: number
  readonly untilMs: number
}

type Stays = keyof MarkerReturnPreview['stays']

/**
 * What becomes of a response. `return`: its newest entry is `newest`, and it is returned now, or was by the same operation already. `back`: it is in its queue again, by somebody else's
 * act. All else stays, and says why.
 */
export type Verdict =
  | { readonly is: 'return'; readonly newest: number; readonly isReturned: boolean }
  | { readonly is: 'back' | Stays }

const ofPersons = ['mark', 'cannot', 'adjudicate', 'moderate', 'return']

/** Decides about one response. `ownId`: of the entry by which this operation returns it. */
export const verdictOn = (
  { state, isConfirmed, lines }: Candidate,
  { author, fromMs, untilMs }: Span,
  ownId?: string,
): Verdict => {
  const own = lines.find(({ requestId }) => requestId === ownId)
  if (own) {
    const isTakenBack = lines.some(({ kind, number }) => kind === 'take-back' && number > own.number)
    return isTakenBack ? { is: 'since' } : { is: 'return', newest: own.number - 1, isReturned: true }
  }
  if (isConfirmed) return { is: 'confirmed' }
  if (lines.some(({ kind }) => kind === 'adjudicate' || kind === 'moderate')) return { is: 'decided' }
  if (state === 'waiting') return { is: 'back' }
  if (state !== 'marked') return { is: 'unsettled' }
  const said = lines.filter(({ kind }) => ofPersons.includes(kind))
  const takenBack = lines.findLast(({ kind }) => kind === 'take-back')
  const last = takenBack ? said.findLast(({ kind }) => kind !== 'return') : said.at(-1)
  const isTheirs = last?.kind === 'mark' && last.author === author && last.at >= fromMs && last.at < untilMs
  if (!isTheirs) return { is: 'since' }
  return { is: 'return', newest: lines.at(-1)?.number ?? 0, isReturned: false }
}

/** A response that is returned, or was. */
export interface Returned {
  readonly name: ResponseName
  readonly newest: number
  readonly isReturned: boolean
}

/** What a return of all of these does. The hash names the responses and how far their ledgers had come, and is the same however many of them were returned by then. */
export const planOf = (all: readonly Candidate[], span: Span, ownIdOf: (name: ResponseName) => string | undefined) => {
  const stays = { confirmed: 0, decided: 0, unsettled: 0, since: 0 }
  const returned: Returned[] = []
  for (const one of all) {
    const verdict = verdictOn(one, span, ownIdOf(one.name))
    if (verdict.is === 'return') returned.push({ name: one.name, newest: verdict.newest, isReturned: verdict.isReturned })
    else if (verdict.is !== 'back') stays[verdict.is] += 1
  }
  const named = returned.map(({ name: { formRunGuid, questionId, part }, newest }) => [formRunGuid, questionId, part, newest])
  const hash = createHash('sha256')
    .update(JSON.stringify([span.author, named]))
    .digest('hex')
  return { hash, stays, returned }
}
