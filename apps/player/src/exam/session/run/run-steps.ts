import type { Api } from '@sitwell/client/api'
import { dashState } from '@sitwell/contract'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import type { ExamVisit } from '../../content/exam-visit.ts'
import type { RunSteps } from './run.machine.ts'

/**
 * The steps of the run. A form run that continues meets the server's ledger first, so that a learner who comes back into a pause
 * finds it; where the server can't be reached, the exam continues anyway.
 */
export const createRunSteps = (
  { exam, schedule }: Pick<ExamVisit, 'exam' | 'schedule'>,
  formRun: Pick<FormRun, 'formRunGuid' | 'time' | 'finished'>,
  api: Pick<Api, 'call'>,
): RunSteps => ({
  isCompleted: async () => schedule.completed || formRun.finished(),
  async start() {
    if (exam.content.formRunGuid === undefined) return
    const outcome = await api.call(dashState, { query: { formRunGuid: formRun.formRunGuid } }, { attempts: 1 })
    if (outcome.ok) formRun.time.meet(outcome.value)
  },
})
