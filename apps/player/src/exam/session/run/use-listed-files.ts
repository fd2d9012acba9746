import { behindPaint } from '@sitwell/layer/after-paint.ts'
import { asksForFiles } from '@sitwell/question-types/rules'
import { useEffect, useSyncExternalStore } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import type { LoadedExam } from '../../content/loaded-exam.ts'

/** Asks the server which files a form run has, at any question, wherever they were uploaded, and again where what it said is doubtful; without files in the exam it asks nothing. */
export const useListedFiles = (exam: LoadedExam, formRun: FormRun, isOffline: boolean): void => {
  const { api, reportError } = usePlayer()
  const isListed = useSyncExternalStore(formRun.files.subscribe, formRun.files.areListed)
  const asks = [...exam.questions.values()].some(asksForFiles)
  useEffect(() => {
    if (!asks || isOffline || isListed) return
    return behindPaint(() => {
      import('./list-files.ts')
        .then(({ listFiles }) => listFiles(api, formRun))
        .catch((error: unknown) => reportError(error, 'files'))
    })
  }, [asks, isOffline, isListed, api, formRun, reportError])
}
