import { resultStatement } from '@sitwell/contract'
import { ownFormRun, withShownParts } from '../../assessment/form-run/index.ts'
import { partsOf, type ShownMarks, tellMarks } from '../../assessment/results/index.ts'
import { resultsWindow } from '../../assessment/schedules/index.ts'
import type { Database } from '../../db/database.ts'
import type { FormRunTable } from '../../db/schema.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import { paperReader } from '../../paper/reader.ts'
import type { ExportsContext } from '../exports-context.ts'
import { sendPdf } from './send-pdf.ts'
import { type Statement, statementDocument } from './statement-document.ts'
import { statementWords } from './statement-words.ts'

/** The schedule of a sitting, with its delivery. */
const selectSession = ({ kysely }: Database, run: FormRunTable) =>
  kysely
    .selectFrom('schedule')
    .leftJoin('delivery', (join) =>
      join.onRef('delivery.org_id', '=', 'schedule.org_id').onRef('delivery.delivery_id', '=', 'schedule.delivery_id'),
    )
    .innerJoin('person', (join) =>
      join.onRef('person.org_id', '=', 'schedule.org_id').onRef('person.user_guid', '=', 'schedule.user_guid'),
    )
    .select(['schedule.practice', 'delivery.name', 'delivery.zone', 'person.learner_identifier', 'person.user_id'])
    .where('schedule.org_id', '=', run.org_id)
    .where('schedule.schedule_guid', '=', run.schedule_guid)
    .executeTakeFirst()

const resultIn = ({ result }: ShownMarks, exam: Parameters<typeof partsOf>[0]): Statement['result'] => {
  const { marks, percentage, grade } = partsOf(exam)
  const isCounted = result.maxScore > 0
  return {
    ...(marks && isCounted && { marks: { score: result.score, max: result.maxScore } }),
    ...(percentage && isCounted && { percent: result.percentScore }),
    ...(grade && { grade: result.grade, passed: result.pass ?? undefined }),
  }
}

/**
 * Prints what a learner's own result says, as far as the exam shows it. All of it comes through `tellMarks`, behind the release gate: a result that isn't
 * released, or is withdrawn or withheld again, has no statement.
 */
export const resultStatementRoute = (context: ExportsContext) => {
  const { database, exams, clock, printer } = context
  const notFound = () => refuse('NOT_FOUND', 'There is no statement of such a result for this person.')
  return route(
    resultStatement,
    async ({ caller, query }) => {
      const run = await ownFormRun(database, caller, query.formRunGuid)
      const found = run && (await exams.load(run))
      const session = run && (await selectSession(database, run))
      if (!run || !found || !session || session.practice === 1 || run.completed_at === null) return notFound()
      const nowMs = clock.nowMs()
      const window = await resultsWindow(database, run.org_id)
      if (!window.isOpen(run, nowMs)) return refuse('RESULTS_OVER', 'Results of this exam are shown no longer.')
      const exam = await withShownParts(database, run.org_id, found.exam)
      const shown = await tellMarks(context, { orgId: run.org_id, formRunGuid: run.form_run_guid }, exam)
      const reader = await paperReader(database, { orgId: run.org_id, userGuid: run.user_guid })
      if (!shown?.isReleased || !shown.result.marked || !reader) return notFound()
      const { language, organisation, colours, name } = reader
      const printed = await printer.print(
        statementDocument({
          ...{ language, organisation, colours, name, words: await statementWords(database, run.org_id, reader) },
          number: session.learner_identifier ?? String(session.user_id),
          ...{ examName: exam.name, session: session.name ?? undefined },
          ...{ dayMs: run.completed_at, zone: session.zone ?? 'UTC', outcome: 'sat' },
          ...{ result: resultIn(shown, exam), isPreview: false, issuedAtMs: nowMs },
        }),
      )
      if (!printed.ok) return refuse('BUSY', 'The statement can not be printed at present.')
      return { ok: true, value: { pdf: printed.pdf, fileName: 'statement.pdf' } }
    },
    { send: sendPdf },
  )
}
