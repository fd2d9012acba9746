import type { AnswerEventTable, AnswerTable } from '../../db/schema.ts'
import { type Checked, counted } from './finding.ts'

/** What counted as it came. All else counts only where staff let it. */
const appliedOutcomes: ReadonlySet<AnswerEventTable['outcome']> = new Set(['applied', 'late-applied'])

const isSame = (row: AnswerTable, event: AnswerEventTable) =>
  event.answer === row.answer &&
  event.workings === row.workings &&
  event.bookmarked === row.bookmarked &&
  event.received_at === row.saved_at

const findingOf = (
  questionId: string,
  row: AnswerTable | undefined,
  events: readonly AnswerEventTable[],
): string | undefined => {
  const applied = events.filter(({ outcome }) => appliedOutcomes.has(outcome))
  const newest = Math.max(0, ...applied.map(({ sequence }) => sequence))
  if (!row)
    return applied.length === 0
      ? undefined
      : `The answer to question ${questionId} is gone: the history has it as save ${newest}, which counted.`
  const saves = events.filter(({ sequence, writer_id }) => sequence === row.sequence && writer_id === row.writer_id)
  if (saves.length === 0) return `The answer to question ${questionId} was put in: no save in the history brought it.`
  // Two may have come within one millisecond under one number, of which the first stands.
  const same = saves.filter((event) => isSame(row, event))
  if (same.length === 0)
    return `The answer to question ${questionId} is not what save ${row.sequence} in the history brought: one of the two was changed.`
  if (row.sequence < newest)
    return `The answer to question ${questionId} is save ${row.sequence}, though save ${newest} came and counted: it was put back.`
  return same.every(({ outcome }) => outcome === 'older')
    ? `The answer to question ${questionId} is a save that a newer one had replaced.`
    : undefined
}

/** Holds the answers that count against the history of all that came. */
export const checkAnswers = (rows: readonly AnswerTable[], events: readonly AnswerEventTable[]): Checked => {
  const held = new Map(rows.map((row) => [row.question_id, row]))
  const came = Map.groupBy(events, (event) => event.question_id)
  const findings = [...new Set([...held.keys(), ...came.keys()])].flatMap(
    (questionId) => findingOf(questionId, held.get(questionId), came.get(questionId) ?? []) ?? [],
  )
  return {
    about: 'answers',
    says: `${counted(rows.length, 'answer')}, each as the ${counted(events.length, 'save')} in the history ${events.length === 1 ? 'has' : 'have'} it`,
    findings,
  }
}
