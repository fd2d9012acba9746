import type { Billionths } from './billionths.ts'
import type { GivenMark, MarkEntry, SeenResponse } from './mark-entry.ts'

/** A response as it stands now, and what its key makes of it. */
export interface Response extends SeenResponse {
  readonly isBlank: boolean
  /** By the newest version of the key; undefined if a person has to mark. */
  readonly automatic: Billionths | undefined
}

/**
 * The mark that counts for a response. `waiting` says why there is none: nobody has marked it, two did something about it without knowing
 * of each other, somebody couldn't mark it, or it was changed after it was marked. `kept` is then the mark that is in the ledger for the
 * answer of before.
 */
export type CountingMark = (
  | {
      readonly marks: Billionths
      readonly by: 'adjudication' | 'moderation' | 'person' | 'blank' | 'key'
      readonly waiting?: undefined
    }
  | { readonly waiting: 'unmarked' | 'cannot' }
  | { readonly waiting: 'conflict'; readonly between: readonly number[] }
  | { readonly waiting: 'changed'; readonly kept: GivenMark }
) & { readonly isNeutralised: boolean }

type PersonEntry = Extract<MarkEntry, { readonly kind: 'mark' | 'cannot' }>
type Ruling = Extract<MarkEntry, { readonly kind: 'adjudicate' | 'moderate' }>

const isSeen = (one: SeenResponse, other: SeenResponse): boolean => one.sequence === other.sequence && one.files === other.files

/** The entry that a word was really based on: who saw that a return was taken back saw what counts again by it. */
const basisOf = (entries: readonly MarkEntry[], basedOn: number): number => {
  const seen = entries.find(({ number }) => number === basedOn)
  return seen?.kind === 'take-back' && seen.returned < basedOn ? basisOf(entries, seen.returned - 1) : basedOn
}

/** What persons said of the response that no later word of theirs was based on, since it was last returned. */
const newestWords = (entries: readonly MarkEntry[]): PersonEntry[] => {
  const takenBack = new Set(entries.flatMap((entry) => (entry.kind === 'take-back' ? [entry.returned] : [])))
  const returned = entries.findLastIndex(({ kind, number }) => kind === 'return' && !takenBack.has(number))
  const words = entries.slice(returned + 1).filter((entry) => entry.kind === 'mark' || entry.kind === 'cannot')
  // After a restored database a word may name an entry that is there no more, whose number the next one gets: it replaces only what was before it.
  const replaced = new Set(words.flatMap(({ number, basedOn }) => (basedOn < number ? [basisOf(entries, basedOn)] : [])))
  return words.filter(({ number }) => !replaced.has(number))
}

const rulingIn = (entries: readonly MarkEntry[]): Ruling | undefined => {
  const last = (wanted: Ruling['kind']) => entries.findLast((entry): entry is Ruling => entry.kind === wanted)
  return last('adjudicate') ?? last('moderate')
}

const authority = { adjudicate: 'adjudication', moderate: 'moderation', mark: 'person' } as const

const outcomeOf = (entries: readonly MarkEntry[], response: Response) => {
  const ruled = rulingIn(entries)
  if (ruled && isSeen(ruled, response)) return { marks: ruled.marks, by: authority[ruled.kind] } as const
  // A ruling on an answer that was changed since leaves room for what is said after it. Who couldn't mark what was there before may now.
  const words = newestWords(entries).filter(
    (word) => word.number > (ruled?.number ?? 0) && (word.kind === 'mark' || isSeen(word, response)),
  )
  if (words.length > 1) return { waiting: 'conflict', between: words.map(({ number }) => number) } as const
  const [word] = words
  if (word?.kind === 'cannot') return { waiting: 'cannot' } as const
  const given = word ?? ruled
  if (given && !isSeen(given, response)) return { waiting: 'changed', kept: given } as const
  if (given) return { marks: given.marks, by: authority[given.kind] } as const
  if (response.automatic !== undefined) return { marks: response.automatic, by: 'key' } as const
  return response.isBlank ? ({ marks: 0, by: 'blank' } as const) : ({ waiting: 'unmarked' } as const)
}

/** Whether a marker saw a later version of the answer than a ruling did. */
const sawLater = (word: SeenResponse, ruled: SeenResponse): boolean =>
  word.sequence === ruled.sequence ? word.files !== ruled.files : (word.sequence ?? 0) > (ruled.sequence ?? 0)

/**
 * The comment for the learner of the mark that counts; undefined if a person gave no such mark, or wrote none. Only for a response whose
 * mark doesn't wait: then that mark is of the newest version of the answer.
 */
export const learnerCommentIn = (entries: readonly MarkEntry[]): string | undefined => {
  const ruled = rulingIn(entries)
  const marks = newestWords(entries).filter(
    (word) => word.kind === 'mark' && (ruled === undefined || (word.number > ruled.number && sawLater(word, ruled))),
  )
  const [given = ruled] = marks
  return marks.length > 1 || given?.kind === 'cannot' ? undefined : given?.learnerComment
}

/**
 * The mark that counts, by the ledger of a response and what its key makes of it: adjudication before moderation before the mark of a
 * person before the key. A blank response that no key marks has 0. Nothing of a person is lost by a change of the answer or the key.
 */
export const markThatCounts = (entries: readonly MarkEntry[], response: Response): CountingMark => ({
  ...outcomeOf(entries, response),
  isNeutralised: entries.some(({ kind }) => kind === 'neutralise'),
})
