import { useEffect } from 'react'
import type { FormRun } from '../../sync/form-run.ts'

/** Saves what isn't saved when the page goes to the background or away, and records when the learner leaves and comes back. */
export const usePageLife = (formRun: FormRun, onError: (error: unknown) => void): void => {
  useEffect(() => {
    const saveAll = () => void formRun.saveAll().catch(onError)
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') saveAll()
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
  }, [formRun, onError])
}
