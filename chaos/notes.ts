import type { FaultKind } from './fault-kinds.ts'
import type { Claim } from './look.ts'
import type { StoredVersion } from './stored.ts'

/**
 * What a learner has at a question, in one text that can be compared: what was typed, or the numbers of the options, and whether
 * it is bookmarked.
 */
export type Value = string

const bookmark = ' [bookmarked]'
export const shownValue = (answer: string, isBookmarked: boolean): Value => `${answer}${isBookmarked ? bookmark : ''}`
export const isBookmarked = (value: Value): boolean => value.endsWith(bookmark)
export const bookmarkedAs = (value: Value): Value => (isBookmarked(value) ? value : `${value}${bookmark}`)
export const blank = shownValue('', false)

/** The same of what the server holds. Options are numbered by their ids. */
export const storedValue = (
  { answerText, optionIds, bookmarked }: Pick<StoredVersion, 'answerText' | 'optionIds' | 'bookmarked'>,
  isTyped: boolean,
): Value => shownValue(isTyped ? answerText : optionIds.toSorted().join(), bookmarked)

/** One way of moving between questions, as the activity log numbers it. */
export type MoveType = 3 | 4 | 5

/**
 * What happened in a run, in its order: times are the harness's own clock, in milliseconds, which no fault touches. A device is a
 * browser with its store; its tabs share it. Questions are numbered from 0.
 */
export type Note = {
  readonly atMs: number
  readonly device: number
} /**
 * `way`: what was there for a moment on the way to it, as between two keys. `isReportedStored`: the page said that it is on the device, or
 * on the server.
 */ & (
  | {
      readonly what: 'entered'
      readonly question: number
      readonly value: Value
      readonly way?: readonly Value[]
      readonly isReportedStored?: boolean
    }
  /** The page went from under the learner's hands: one of these was entered last, or what was there before. */
  | { readonly what: 'perhaps entered'; readonly question: number; readonly values: readonly Value[] }
  /** The learner came to a question, or came back to it, and saw this there. */
  | { readonly what: 'seen'; readonly question: number; readonly value: Value; readonly isReportedStored?: boolean }
  /** The page has had its time to keep all that was done at this device until `sinceMs`. */
  | { readonly what: 'settled'; readonly sinceMs: number }
  /**
   * What was in the memory alone is gone: the tab crashed, or the browser was killed. A page that was loaded again has kept all.
   * `unsafeSinceMs`: from then on the disk took nothing, and the page said so.
   */
  | { readonly what: 'cut short'; readonly isReload: boolean; readonly unsafeSinceMs?: number }
  /** The learner continues at this device; `held` is what the server had at that moment, question by question. */
  | { readonly what: 'changed device'; readonly held: readonly Value[] }
  /** The learner pressed what checks the answer. */
  | { readonly what: 'asked to check'; readonly question: number }
  /** The page says the result of it: of this many attempts, and whether the question is closed by them. */
  | { readonly what: 'checked'; readonly question: number; readonly count: number; readonly isClosed: boolean }
  /** They finished the first part, and the next one has opened. */
  | { readonly what: 'ended part' }
  | { readonly what: 'moved'; readonly type: MoveType; readonly question: number }
  /** The page lists the file; `isKept`: it outlives the page, as far as the page tells. */
  | { readonly what: 'chose'; readonly file: string; readonly sha256: string; readonly isStored: boolean }
  | { readonly what: 'perhaps chose'; readonly file: string; readonly sha256: string }
  /** The page lists the file no more, or as one that is being deleted. `isKept`: the disk took it. */
  | { readonly what: 'removed'; readonly file: string; readonly isStored: boolean }
  | { readonly what: 'perhaps removed'; readonly file: string }
  /** The learner opened a PDF. `isDue`: nothing could keep its pages from being shown. */
  | { readonly what: 'read'; readonly isShown: boolean; readonly isDue: boolean }
  /** A lesson was to show of a course that is on this device, whatever the network does. */
  | { readonly what: 'carried on'; readonly isShown: boolean; readonly detail?: string }
  /** The database was set back, and what it knew of a course nobody else does: any of what was ever entered may stand. */
  | { readonly what: 'forgot' }
  | { readonly what: 'finished' }
  /** A file of answers was given to staff; `why` it wasn't taken. */
  | { readonly what: 'handed in'; readonly why?: string }
  /** The learner opened the exam again: signed out, or by the browser's own error page. What was kept is there; the page is another. */
  | { readonly what: 'opened' }
  /** With a password, because the page had nobody signed in. */
  | { readonly what: 'signed in' }
  | { readonly what: 'struck'; readonly kind: FaultKind }
  /** The page says that these are not on the server: questions, or -1 for one that it doesn't name. */
  | { readonly what: 'told missing'; readonly questions: readonly number[] }
  /** The page says that these files are neither on the server nor on the device any more. */
  | { readonly what: 'told lost files'; readonly files: readonly string[] }
  /** The page says that all of them are. */
  | { readonly what: 'told whole' }
  /** What the page says from now on of where the answers are; none of it if there is nothing. */
  | { readonly what: 'claims'; readonly claims: readonly Claim[] }
)
