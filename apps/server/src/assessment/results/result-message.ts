import type { Database } from '../../db/database.ts'
import type { FormRunTable } from '../../db/schema.ts'
import { decidingEvents, type LoadedExam, rulesAfter, selectAnswers, selectAttemptsAt } from '../form-run/index.ts'
import type { ShownMarks } from './tell-marks.ts'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/**
 * What is said of a result, in HTML: at its grade, and what else of the exam's feedback the answers earned. Only of what `tellMarks` has told, and
 * nothing while a person has yet to mark something.
 */
export const resultMessage = async (
  database: Database,
  run: Pick<FormRunTable, 'org_id' | 'form_run_guid'>,
  loaded: LoadedExam,
  { result, marks }: Pick<ShownMarks, 'result' | 'marks'>,
): Promise<string> => {
  const { feedback = [] } = loaded.exam
  if (!result.marked || feedback.length === 0) return result.feedback
  const rows = await selectAnswers(database, run.org_id, run.form_run_guid)
  const events = await decidingEvents(database, run, loaded)
  const scores = new Map(marks.map(({ question_id, score }) => [question_id, score]))
  const holds = rulesAfter(loaded, events, rows, { scores, attempts: await selectAttemptsAt(database, run, loaded) })
  const earned = feedback.filter(({ when = [] }) => when.every(holds))
  const titled = earned.map(({ title, text }) => (title ? `<p><strong>${escaped(title)}</strong></p>` : '') + text)
  return [result.feedback, ...titled].filter((one) => one !== '').join('')
}
