/** Marks as a whole number of billionths (decision 56 rounds there): a safe integer up to nine million marks. */
export type Billionths = number

interface Written {
  /** Counts from 1 in the ledger of each response: a question of a sitting, or one of its parts. */
  readonly number: number
  /** Guid of the person who did it; `server` or `command` where nobody signed in did. */
  readonly author: string
  /** Milliseconds of the server's clock. */
  readonly atMs: number
}

interface Marking {
  readonly marks: Billionths
  /** The number of the save that was seen; undefined where nothing was answered. */
  readonly sequence: number | undefined
}

/** What is written into the ledger of a response. Nothing of it is ever changed or taken out. */
export type MarkEntry = Written &
  (
    | ({
        readonly kind: 'mark'
        /** The version of the mark scheme, and the points for each of its criteria; undefined where there is no scheme. */
        readonly scheme?: { readonly version: number; readonly points: Readonly<Record<string, Billionths>> } | undefined
        readonly comment?: string | undefined
        /** The mark that its marker saw as the newest one; 0 where there was none. */
        readonly basedOn: number
      } & Marking)
    /** Marks that persons gave before count no more: somebody has to mark the response again. */
    | { readonly kind: 'return'; readonly reason: string }
    | ({ readonly kind: 'adjudicate' | 'moderate'; readonly reason: string } & Marking)
    /** Another version of the key: it changes automatic marks alone. */
    | { readonly kind: 'regrade'; readonly key: string }
    /** The question counts neither for nor against anybody any more. */
    | { readonly kind: 'neutralise'; readonly reason: string }
    | { readonly kind: 'review-opened' | 'review-closed'; readonly reason: string }
  )

export type GivenMark = Extract<MarkEntry, { readonly marks: Billionths }>
