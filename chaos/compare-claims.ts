import { type ComparedExam, type Fault, heldAt } from './compare.ts'
import type { Claim } from './look.ts'
import { blank, type Note, shownValue, storedValue, type Value } from './notes.ts'
import type { Stored } from './stored.ts'

/** From when on, by the harness's clock in milliseconds, what the history says of a moment can be held against what a page said then. */
export interface Judgeable {
  readonly sinceMs: number
  /** The device whose page stands open at the end, with all that it says then; undefined if there is none. */
  readonly openAtEnd?: number
  /** What the clock of the harness reads at 1970, in milliseconds. */
  readonly originMs: number
}

/** Milliseconds by which the clocks of the machine's processes may differ. */
const slackMs = 250

const where = (claim: Claim): string => {
  if (claim.says === 'saved') return `question ${claim.question + 1} calls “${claim.answer}” saved`
  return claim.says === 'on the server'
    ? `${claim.count} answers are said to be on the server`
    : `the ${claim.where} says that all is there`
}

/**
 * Holds all that pages have said of answers on the server against what was there at that moment: by the history, which has each save with
 * the moment at which it came. What stood on a page at the end is held against the database as it was left.
 */
export const compareClaims = (
  notes: readonly Note[],
  exam: ComparedExam,
  stored: Stored,
  { sinceMs, openAtEnd, originMs }: Judgeable,
): Fault[] => {
  const events = exam.questionIds.map((id, number) =>
    stored.events
      .filter(({ questionId }) => questionId === id)
      .map((event) => ({ value: storedValue(event, exam.isTyped[number] ?? false), atMs: event.receivedAt - originMs, event })),
  )
  const isThere = (number: number, values: readonly Value[], byMs: number) =>
    values.includes(blank) || (events[number] ?? []).some(({ value, atMs }) => values.includes(value) && atMs <= byMs)
  const isTrue = (claim: Claim, device: number, fromMs: number, byMs: number): boolean => {
    if (claim.says === 'saved') {
      const isCompared = claim.question < exam.questionIds.length && events[claim.question] !== undefined
      return !isCompared || isThere(claim.question, [shownValue(claim.answer, claim.isBookmarked)], byMs)
    }
    if (claim.says === 'on the server') {
      const given = events.filter((ofOne) =>
        ofOne.some(({ event, atMs }) => atMs <= byMs && (event.answerText !== '' || event.optionIds.length > 0)),
      )
      // A prompt for files is answered by a file too, before anything says that its question was seen. An exam has one of them at most.
      const isVisited = given.some((ofOne) => ofOne.some(({ event }) => event.answerText === 'visited'))
      return claim.count <= given.length + (stored.files.length > 0 && !isVisited ? 1 : 0)
    }
    return exam.questionIds.every((_, number) => {
      const held = heldAt(notes, number, device, fromMs)
      return held.length === 0 || isThere(number, held, byMs)
    })
  }
  const unreported = (claim: Claim, when: string): Fault => ({
    kind: 'untold',
    ...(claim.says === 'saved' && { question: claim.question }),
    detail: `${where(claim)} ${when}, and it is not so`,
  })
  const claimed = notes.flatMap((note) => (note.what === 'claims' ? [note] : []))
  const early = claimed
    .filter(({ atMs }) => atMs >= sinceMs)
    .flatMap(({ atMs, device, claims }) =>
      claims
        .filter((claim) => !isTrue(claim, device, atMs, atMs + slackMs))
        .map((claim) => unreported(claim, `at ${(atMs / 1000).toFixed(3)}`)),
    )
  const last = claimed.findLast(({ device }) => device === openAtEnd)
  const standing = (last?.claims ?? []).filter(
    (claim) => !isTrue(claim, openAtEnd ?? 0, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY),
  )
  return [...early, ...standing.map((claim) => unreported(claim, 'at the end'))]
}
