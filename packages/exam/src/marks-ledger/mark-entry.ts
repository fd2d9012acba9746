import type { Billionths } from './billionths.ts'

interface Written {
  /** Counts from 1 in the ledger of each response: a question of a sitting, or one of its parts. */
  readonly number: number
  /** Guid of the person who did it; `server` or `command` where nobody signed in did. */
  readonly author: string
  /** Milliseconds of the server's clock. */
  readonly atMs: number
}

/** Which version of a response somebody had before them. */
export interface SeenResponse {
  /** The number of the save that was seen; undefined if nothing was answered. */
  readonly sequence?: number | undefined
  /** A digest of the files that were seen; empty if there were none. */
  readonly files: string
}

interface Marking extends SeenResponse {
  readonly marks: Billionths
  /** The version of the mark scheme, and the points for each of its criteria; undefined if there is no scheme. */
  readonly scheme?: { readonly version: number; readonly points: Readonly<Record<string, Billionths>> } | undefined
  /** For staff. */
  readonly comment?: string | undefined
  /** For the learner, once the result is released. */
  readonly learnerComment?: string | undefined
}

interface Based {
  /** The newest entry that its author saw; 0 if there was none. */
  readonly basedOn: number
}

/** What somebody or something does to a response. */
export type NewMarkEntry =
  /** `flag`: somebody else is asked to look at it; it counts anyway. */
  | ({ readonly kind: 'mark'; readonly flag?: true | undefined } & Marking & Based)
  /** Its author can't mark it: somebody who may decide has to. */
  | ({ readonly kind: 'cannot'; readonly reason: string } & SeenResponse & Based)
  /** Marks that persons gave before count no more: somebody has to mark the response again. */
  | { readonly kind: 'return'; readonly reason: string }
  /** The return with this number counts no more: marks that it took back count again. */
  | { readonly kind: 'take-back'; readonly returned: number; readonly reason: string }
  | ({ readonly kind: 'adjudicate' | 'moderate'; readonly reason: string } & Marking)
  /** Another version of the key: it changes automatic marks alone. */
  | { readonly kind: 'regrade'; readonly key: string }
  /** The question counts neither for nor against anybody any more. */
  | { readonly kind: 'neutralise'; readonly reason: string }
  | { readonly kind: 'review-opened' | 'review-closed'; readonly reason: string }

/** What is written into the ledger of a response. Nothing of it is ever changed or taken out. */
export type MarkEntry = Written & NewMarkEntry

export type GivenMark = Extract<MarkEntry, { readonly marks: Billionths }>
