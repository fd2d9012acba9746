import type { AnswerEventTable, AnswerTable } from '../../../db/schema.ts'
import { shownAnswer } from '../../form-run/index.ts'
import { quotesOfAnswer } from './answer-quotes.ts'
import { judgedWords } from './judged-words.ts'
import { moment, type ReplayContext, type ReplayLine, seconds } from './replay-line.ts'

/** What happened to a save; an outcome that isn't here is told by its own name. */
const outcomes: Readonly<Record<string, string>> = {
  applied: 'it was put in place',
  older: 'a newer one stood, so it replaced nothing',
  'in-pause': 'it came, or was typed, in a pause, and was kept without counting',
  'over-time': 'it came after the end of the time, and was kept without counting',
  late: 'it came after the completion, and was kept without counting',
  'late-applied': 'it came after the completion, and was put in place',
  review: 'it came after the end, and was left to staff to decide',
  closed: 'its part was closed already, so it was kept without counting',
  reading: 'its part was to be read only then, so it was kept without counting',
}

const placed = new Set<string>(['applied', 'late-applied'] satisfies AnswerEventTable['outcome'][])

/** What of a save the rows beside it say. */
interface Beside {
  readonly isStanding: boolean
  /** The save before it came from another page. */
  readonly isOtherPage: boolean
  /** Whoever sent it, where that wasn't the learner. */
  readonly admin: string | undefined
}

const standingWords = ({ outcome }: AnswerEventTable) =>
  placed.has(outcome) ? ' It is the answer that counts.' : ' Staff let it count: it is the answer that counts.'

const versionOf = (row: AnswerEventTable, { isStanding, isOtherPage, admin }: Beside, context: ReplayContext): ReplayLine => {
  const { answerText, options = [], otherText = '' } = shownAnswer(row.answer)
  // In a pause it is counted from the pause's beginning.
  const isLate = row.late_ms !== null && row.outcome !== 'in-pause'
  const late = isLate ? `, ${seconds(row.late_ms ?? 0)} after the end of its time` : ''
  const from = isOtherPage ? ' from another page or device than the one before' : ''
  const became = outcomes[row.outcome] ?? row.outcome
  return {
    atMs: row.received_at,
    clock: 'server',
    kind: 'answer',
    who: admin === undefined ? 'The learner' : `${context.person(admin)}, signed in as the learner`,
    what: `An answer to ${context.question(row.question_id)} arrived${from}${late}: ${became}.${isStanding ? standingWords(row) : ''}`,
    questionId: row.question_id,
    // One that staff let count keeps the outcome with which it came.
    ...((placed.has(row.outcome) || isStanding) && { stands: true as const }),
    quotes: [
      ...quotesOfAnswer('Answer', answerText),
      ...options.map(({ optionID, optionText }) => ({ about: `Chosen (${optionID})`, text: optionText })),
      ...(otherText === '' ? [] : [{ about: 'Other', text: otherText }]),
      ...(row.workings === '' ? [] : [{ about: 'Workings', text: row.workings }]),
      ...(row.bookmarked === 1 ? [{ about: 'Bookmark', text: 'set' }] : []),
    ],
    evidence: [
      `request ${row.request_id}, save ${row.sequence}, writer ${row.writer_id}`,
      `received ${moment(row.received_at)}`,
      row.client_time === null ? 'the browser named no time' : `typed ${row.client_time} by the browser's clock`,
      `outcome ${row.outcome}`,
      ...(row.typed_at === null ? [] : [`typed ${moment(row.typed_at)} as the server worked it out`]),
      ...(row.judged === null ? [] : judgedWords(row.judged, row.evidence)),
    ],
  }
}

/** Every version of every answer, as it came. `admins`: whoever was signed in as the learner, by the request that they sent. */
export const answerLines = (
  events: readonly AnswerEventTable[],
  { answers, admins }: { readonly answers: readonly AnswerTable[]; readonly admins: ReadonlyMap<string, string> },
  context: ReplayContext,
): ReplayLine[] => {
  const held = new Map(answers.map((row) => [row.question_id, row]))
  return events.map((event, index) => {
    const row = held.get(event.question_id)
    const isStanding =
      row?.sequence === event.sequence && row.writer_id === event.writer_id && row.saved_at === event.received_at
    const isOtherPage = index > 0 && events[index - 1]?.writer_id !== event.writer_id
    return versionOf(event, { isStanding, isOtherPage, admin: admins.get(event.request_id) }, context)
  })
}
