import { officeQuestionTimes } from '@sitwell/contract'
import { timeOnItem } from '@sitwell/exam/statistics/time-on-item'
import { route } from '../http/service.ts'
import { findCounted, noSuchExam } from './find-counted.ts'
import { readTimes } from './read-times.ts'
import type { StatisticsContext } from './statistics-context.ts'

/** How long the pages of whoever the statistics are of showed each question. */
export const officeQuestionTimesRoute = (context: Pick<StatisticsContext, 'database' | 'exams'>) =>
  route(officeQuestionTimes, async ({ caller: { orgId }, query: { examGuid, version, deliveryID: deliveryId } }) => {
    const found = await findCounted(context, { orgId, examGuid, version, deliveryId })
    if (!found) return noSuchExam
    const { questions, counted, firstQuestion } = found
    const ids = questions.map(({ id }) => id)
    const {
      reported,
      notReported,
      questions: rows,
    } = timeOnItem(ids, await readTimes(context.database, orgId, counted, firstQuestion))
    return { ok: true, value: { reported, notReported, questions: [...rows] } }
  })
