import type { AnswerEventTable, AnswerTable } from '../../../db/schema.ts'
import { shownAnswer } from '../../answers/stored-answer.ts'
import { moment, type ReplayContext, type ReplayLine, seconds } from './replay-line.ts'

/** What became of a save; an outcome that isn't here is told by its own name. */
const outcomes: Readonly<Record<string, string>> = {
  applied: 'it was put in place',
  older: 'a newer one stood, so it replaced nothing',
  'in-pause': 'it came, or was typed, in a pause, and was kept without counting',
  'over-time': 'it came after the end of the time, and was kept without counting',
  late: 'it came after the completion, and was kept without counting',
  'late-applied': 'it came after the completion, and was put in place',
  review: 'it came after the end, and waits for staff to decide',
  closed: 'its part was closed already, so it was kept without counting',
  reading: 'its part was to be read only then, so it was kept without counting',
}

const versionOf = (row: AnswerEventTable, isStanding: boolean, context: ReplayContext): ReplayLine => {
  const { answerText, options = [], otherText = '' } = shownAnswer(row.answer)
  const late = row.late_ms === null ? '' : `, ${seconds(row.late_ms)} after the end of the time`
  return {
    atMs: row.received_at,
    clock: 'server',
    kind: 'answer',
    who: 'The learner',
    what: `An answer to ${context.question(row.question_id)} arrived${late}: ${outcomes[row.outcome] ?? row.outcome}.${isStanding ? ' It is the answer that counts.' : ''}`,
    quotes: [
      { about: 'Answer', text: answerText },
      ...options.map(({ optionID, optionText }) => ({ about: `Chosen (${optionID})`, text: optionText })),
      ...(otherText === '' ? [] : [{ about: 'Other', text: otherText }]),
      ...(row.workings === '' ? [] : [{ about: 'Workings', text: row.workings }]),
      ...(row.bookmarked === 1 ? [{ about: 'Bookmark', text: 'set' }] : []),
    ],
    evidence: [
      `request ${row.request_id}, save ${row.sequence}, writer ${row.writer_id}`,
      `received ${moment(row.received_at)}`,
      row.client_time === null ? 'the browser named no time' : `typed ${row.client_time} by the browser's clock`,
      `outcome ${row.outcome}${row.judged === null ? '' : `, judged ${row.judged}`}`,
      ...(row.typed_at === null ? [] : [`typed ${moment(row.typed_at)} as the server worked it out`]),
      ...(row.evidence === null ? [] : [`judged by ${row.evidence}`]),
    ],
  }
}

/** Every version of every answer, as it came. */
export const answerLines = (
  events: readonly AnswerEventTable[],
  answers: readonly AnswerTable[],
  context: ReplayContext,
): ReplayLine[] => {
  const held = new Map(answers.map((row) => [row.question_id, row]))
  return events.map((event) => {
    const row = held.get(event.question_id)
    const isStanding =
      row?.sequence === event.sequence && row.writer_id === event.writer_id && row.saved_at === event.received_at
    return versionOf(event, isStanding, context)
  })
}
