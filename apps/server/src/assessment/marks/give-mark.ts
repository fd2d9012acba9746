import type { Billionths } from '@sitwell/exam/marks-ledger/billionths'
import type { LedgerContext } from '../ledger/index.ts'
import { changeResponse, type MarkAuthor, type MarkOutcome } from './change-response.ts'
import type { ResponsePlace } from './find-response.ts'

/** Which version of the response its author saw: the number of the save, if there was one, and the digest of the files that its row had. */
export interface Seen {
  readonly sequence: number | undefined
  /** Without it, the files as they are now. */
  readonly files?: string | undefined
}

/** What marks a response: in billionths, with the points that they come from where there is a scheme. */
export interface Marks {
  readonly marks: Billionths
  readonly scheme?: { readonly version: number; readonly points: Readonly<Record<string, Billionths>> } | undefined
  readonly comment?: string | undefined
  readonly learnerComment?: string | undefined
}

interface Based {
  /** The newest entry that its author saw; 0 if there was none. */
  readonly basedOn: number
  /** The database may have been set back since the mark was stored: then the mark keeps its stored basis. */
  readonly isAgain?: boolean | undefined
}

export interface GivenMarks extends MarkAuthor, Seen, Marks, Based {
  /** Somebody else is asked to look at it. */
  readonly flag?: boolean | undefined
}

const marksOf = ({ marks, scheme, comment, learnerComment }: Marks) => ({
  marks,
  ...(scheme && { scheme: { version: scheme.version, points: scheme.points } }),
  ...(comment && { comment }),
  ...(learnerComment && { learnerComment }),
})

/**
 * Stores the mark of a person. Whatever became of the response meanwhile, it is kept: one that isn't based on the newest entry stands beside
 * that as a conflict, and one for an answer that was changed waits with it.
 */
export const giveMark = (context: LedgerContext, place: ResponsePlace, given: GivenMarks): Promise<MarkOutcome> => {
  const { author, requestId, basedOn, sequence, flag, isAgain } = given
  return changeResponse(context, place, {
    ...{ author, requestId, isAgain },
    entry: (files) => ({
      ...{ kind: 'mark', ...marksOf(given), sequence, files: given.files ?? files, basedOn },
      ...(flag && { flag: true }),
    }),
  })
}

/** Stores that somebody can't mark the response, and why: it waits for whoever may decide, or for another mark. */
export const cannotMark = (
  context: LedgerContext,
  place: ResponsePlace,
  given: MarkAuthor & Seen & Based & { readonly reason: string },
): Promise<MarkOutcome> => {
  const { author, requestId, basedOn, sequence, reason, isAgain } = given
  return changeResponse(context, place, {
    ...{ author, requestId, isAgain },
    entry: (files) => ({ kind: 'cannot', sequence, files: given.files ?? files, basedOn, reason }),
  })
}

/**
 * Gives a response back to those who mark: what persons gave for it counts no more, and stays in its ledger. One about which somebody decided
 * is decided about once more, and not marked. `newest`: only if this still is its newest entry, and its results aren't confirmed; otherwise the outcome is `decided` as well.
 */
export const returnToPool = (
  context: LedgerContext,
  place: ResponsePlace,
  { author, requestId, reason, newest }: MarkAuthor & { readonly reason: string; readonly newest?: number | undefined },
): Promise<MarkOutcome> =>
  changeResponse(context, place, {
    ...{ author, requestId },
    isPossible: ({ counting }, at) =>
      (counting.waiting !== undefined || (counting.by !== 'adjudication' && counting.by !== 'moderation')) &&
      (newest === undefined || (at.newest === newest && !at.isConfirmed)),
    entry: () => ({ kind: 'return', reason }),
  })

/** Takes a return back: what counted before it counts again. Only while it is the newest entry, and the results aren't confirmed; otherwise the outcome is `decided`. */
export const takeBackReturn = (
  context: LedgerContext,
  place: ResponsePlace,
  { author, requestId, reason, returned }: MarkAuthor & { readonly reason: string; readonly returned: number },
): Promise<MarkOutcome> =>
  changeResponse(context, place, {
    ...{ author, requestId },
    isPossible: (_, at) => at.newest === returned && !at.isConfirmed,
    entry: () => ({ kind: 'take-back', returned, reason }),
  })

/** Decides what a response has, with a reason: over a conflict, over a mark, and over what a key gave. */
export const adjudicate = (
  context: LedgerContext,
  place: ResponsePlace,
  given: MarkAuthor & Seen & Marks & { readonly reason: string },
): Promise<MarkOutcome> => {
  const { author, requestId, sequence, reason } = given
  return changeResponse(context, place, {
    ...{ author, requestId },
    entry: (files) => ({ kind: 'adjudicate', ...marksOf(given), sequence, files: given.files ?? files, reason }),
  })
}
