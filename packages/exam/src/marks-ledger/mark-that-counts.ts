import type { Billionths, GivenMark, MarkEntry } from './mark-entry.ts'

/** A response as it stands now, and what its key makes of it. */
export interface Response {
  /** The number of the save that counts; undefined where nothing was answered. */
  readonly sequence: number | undefined
  readonly isBlank: boolean
  /** By the newest version of the key; undefined where a person has to mark. */
  readonly automatic: Billionths | undefined
}

/**
 * The mark that counts for a response. `waiting` says why there is none: nobody has marked it, two marked it without knowing of each other,
 * or it was changed after it was marked. `kept` is then the mark that stands in the ledger for the answer of before.
 */
export type CountingMark = (
  | {
      readonly marks: Billionths
      readonly by: 'adjudication' | 'moderation' | 'person' | 'blank' | 'key'
      readonly waiting?: undefined
    }
  | { readonly waiting: 'unmarked' }
  | { readonly waiting: 'conflict'; readonly between: readonly number[] }
  | { readonly waiting: 'changed'; readonly kept: GivenMark }
) & { readonly isNeutralised: boolean }

type PersonMark = Extract<MarkEntry, { readonly kind: 'mark' }>

/** The marks of persons that no later one was based on, since the response was last returned. */
const newestMarks = (entries: readonly MarkEntry[]): PersonMark[] => {
  const returned = entries.findLastIndex(({ kind }) => kind === 'return')
  const marks = entries.slice(returned + 1).filter((entry) => entry.kind === 'mark')
  const replaced = new Set(marks.map(({ basedOn }) => basedOn))
  return marks.filter(({ number }) => !replaced.has(number))
}

const ruling = {
  adjudicate: 'adjudication',
  moderate: 'moderation',
  mark: 'person',
} as const

const outcomeOf = (entries: readonly MarkEntry[], response: Response) => {
  const last = (wanted: 'adjudicate' | 'moderate') =>
    entries.findLast((entry) => entry.kind === wanted) as GivenMark | undefined
  const newest = newestMarks(entries)
  const ruled = last('adjudicate') ?? last('moderate')
  if (!ruled && newest.length > 1) return { waiting: 'conflict', between: newest.map(({ number }) => number) } as const
  const given = ruled ?? newest[0]
  if (given && given.sequence !== response.sequence) return { waiting: 'changed', kept: given } as const
  if (given) return { marks: given.marks, by: ruling[given.kind] } as const
  if (response.automatic !== undefined) return { marks: response.automatic, by: 'key' } as const
  return response.isBlank ? ({ marks: 0, by: 'blank' } as const) : ({ waiting: 'unmarked' } as const)
}

/**
 * The mark that counts, by the ledger of a response and what its key makes of it: adjudication before moderation before the mark of a
 * person before the key. A blank response that no key marks has 0. Nothing of a person is lost by a change of the answer or the key.
 */
export const markThatCounts = (entries: readonly MarkEntry[], response: Response): CountingMark => ({
  ...outcomeOf(entries, response),
  isNeutralised: entries.some(({ kind }) => kind === 'neutralise'),
})
