import { result } from '@sitwell/contract'
import { refuse } from '../http/refusal.ts'
import { type Ground, route } from '../http/service.ts'
import { gradeOf, percentOf } from './grade.ts'
import { selectFormRun } from './queries.ts'
import { receiptOf } from './receipt.ts'
import { resitAvailable } from './resit.ts'

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** The result of a form run. Until every question is marked it tells no score: half a result would mislead. */
export const resultRoute = ({ database, exams, clock }: Ground) =>
  route(result, async ({ caller, query }) => {
    const run = await selectFormRun(database, caller, query.formRunGuid)
    const loaded = run && (await exams.load(run))
    if (!run || !loaded) return refuse('NOT_FOUND', 'There is no such form run for this person.')
    const marks = await database.kysely
      .selectFrom('mark')
      .selectAll()
      .where('org_id', '=', run.org_id)
      .where('form_run_guid', '=', run.form_run_guid)
      .execute()
    const maxScore = sum(marks.map((mark) => mark.max_score))
    const marked = run.completed_at !== null && marks.every((mark) => mark.needs_person === 0)
    const score = marked ? sum(marks.map((mark) => mark.score)) : 0
    const percentScore = percentOf(score, maxScore)
    const grading = marked
      ? gradeOf(percentScore, loaded.exam)
      : { grade: '', pass: null, feedback: '', feedbackMessageID: null }
    const receipt = await receiptOf(database, run)
    return {
      ok: true,
      value: {
        marked,
        score,
        maxScore,
        percentScore,
        grade: grading.grade,
        pass: grading.pass,
        immediateResitAvailable: await resitAvailable(database, caller, run, loaded.exam, clock.nowMs()),
        formRunID: run.form_run_id,
        feedbackMessage: grading.feedback,
        feedbackMessageID: grading.feedbackMessageID,
        ...(!marked && { awaitingPerson: marks.filter((mark) => mark.needs_person !== 0).length }),
        ...(receipt && { receipt }),
      },
    }
  })
