import { useEffect, useState } from 'react'
import { type ExamActivity, followExamActivity } from '../../sync/activity/exam-activity.ts'
import { logExamTimer } from '../../sync/activity/exam-timer-log.ts'
import { followUploads } from '../../sync/activity/upload-activity.ts'
import type { FormRun } from '../../sync/form-run/form-run.ts'
import type { ExamVisit } from '../content/exam-visit.ts'

/** Logs what follows from answers, connection and time for as long as the running exam shows. */
export const useActivity = (visit: ExamVisit, { formRunGuid, answers, time }: FormRun): Pick<ExamActivity, 'flush'> => {
  const [held] = useState<{ activity: ExamActivity | undefined }>({ activity: undefined })
  useEffect(() => {
    const { log, sync, exam } = visit
    const activity = followExamActivity({ log, sync, questions: exam.questions, formRunGuid, answers })
    held.activity = activity
    const stopTimer = logExamTimer(time, log)
    const stopUploads = followUploads({ log, sync, formRunGuid })
    return () => {
      stopTimer()
      stopUploads()
      activity.stop()
      held.activity = undefined
    }
  }, [visit, formRunGuid, answers, time, held])
  const [logging] = useState(() => ({ flush: () => held.activity?.flush() }))
  return logging
}
