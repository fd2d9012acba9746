import { fewestPeople } from './exam-statistics.ts'
import { quartilesOf } from './figures.ts'

/**
 * What the page of a sitting did, as its activity log says. `begin`: it shows the question it was at last, or the first one; `open`: it shows this question;
 * `pause` and `continue`: its time stands still between them; `end`: the learner, or the time, ended the exam; `other`: whatever else the page logged, which
 * shows that it was still open.
 */
export type PageEvent = { readonly atMs: number } & (
  | { readonly kind: 'open'; readonly questionId: string }
  | { readonly kind: 'begin' | 'continue' | 'end' | 'other' | 'pause' }
)

/**
 * How long a page showed each question (ms), from its events in the order of their moments. A page that went away without an end was there until the last
 * event before it came back. `first`: the question that showed before any was opened; its time is left out if it isn't known. Undefined if the page logged
 * neither a beginning nor a question.
 */
export const timesOnQuestions = (
  events: readonly PageEvent[],
  first: string | undefined,
): ReadonlyMap<string, number> | undefined => {
  const times = new Map<string, number>()
  let [shown, sinceMs, latestMs]: [string | undefined, number | undefined, number] = [first, undefined, 0]
  let hasReported = false
  const stop = (atMs: number) => {
    if (sinceMs !== undefined && shown !== undefined) times.set(shown, (times.get(shown) ?? 0) + Math.max(0, atMs - sinceMs))
    sinceMs = undefined
  }
  for (const event of events) {
    const { kind, atMs } = event
    if (kind === 'begin') {
      stop(latestMs)
      sinceMs = atMs
    } else if (kind === 'open') {
      stop(atMs)
      shown = event.questionId
      sinceMs = atMs
    } else if (kind === 'continue') sinceMs ??= atMs
    else if (kind === 'end' || kind === 'pause') stop(atMs)
    hasReported ||= kind === 'begin' || kind === 'open'
    latestMs = atMs
  }
  stop(latestMs)
  return hasReported ? times : undefined
}

/** The time on a question: the middle of it, and the quarters below and above (ms); or that too few people were timed. */
export interface QuestionTime {
  readonly id: string
  /** People whose page showed it and logged how long. */
  readonly people: number
  readonly time: { readonly lowerMs: number; readonly medianMs: number; readonly upperMs: number } | 'too-few'
}

/** The time on each question over people; `undefined` is whoever's page logged nothing. */
export const timeOnItem = (
  questionIds: readonly string[],
  people: readonly (ReadonlyMap<string, number> | undefined)[],
): { readonly reported: number; readonly notReported: number; readonly questions: readonly QuestionTime[] } => {
  const told = people.filter((one) => one !== undefined)
  return {
    ...{ reported: told.length, notReported: people.length - told.length },
    questions: questionIds.map((id) => {
      const times = told.flatMap((one) => one.get(id) ?? [])
      if (times.length < fewestPeople) return { id, people: times.length, time: 'too-few' }
      const [lowerMs, medianMs, upperMs] = quartilesOf(times)
      return { id, people: times.length, time: { lowerMs, medianMs, upperMs } }
    }),
  }
}
