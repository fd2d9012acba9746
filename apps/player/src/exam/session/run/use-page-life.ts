import { useEffect } from 'react'
import type { ActivityLog } from '../../../sync/activity/activity-log.ts'
import type { FormRun } from '../../../sync/form-run/form-run.ts'

/** Saves what isn't saved when the page goes to the background or away, and records when the learner leaves and comes back. */
export const usePageLife = (formRun: FormRun, log: Pick<ActivityLog, 'send'>, onError: (error: unknown) => void): void => {
  useEffect(() => {
    const saveAll = () => void formRun.saveAll().catch(onError)
    const onVisibility = () => {
      if (document.visibilityState !== 'hidden') return
      saveAll()
      // A phone may end a hidden page without another word.
      log.send().catch(onError)
    }
    // A frame of the exam that takes the focus is a part of it.
    const onBlur = () => {
      if (!document.hasFocus()) formRun.leftExam()
    }
    const onFocus = () => formRun.resumedExam()
    addEventListener('pagehide', saveAll)
    document.addEventListener('visibilitychange', onVisibility)
    addEventListener('blur', onBlur)
    addEventListener('focus', onFocus)
    return () => {
      removeEventListener('pagehide', saveAll)
      document.removeEventListener('visibilitychange', onVisibility)
      removeEventListener('blur', onBlur)
      removeEventListener('focus', onFocus)
      saveAll()
    }
  }, [formRun, log, onError])
}
