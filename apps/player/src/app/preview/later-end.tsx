import { useEffect } from 'react'
import type { ExamVisit } from '../../exam/content/exam-visit.ts'
import type { FormRun } from '../../sync/form-run/form-run.ts'
import { EndOfPreview } from './end-of-preview.tsx'

// The build of the preview puts this file in the place of `later-outro.tsx`: what follows an exam is about its result, its receipt and where its answers are, and a preview has
// none of them.

export const loadOutro = async (): Promise<void> => {}

/** What follows a finished preview. */
export const LaterOutro = ({ formRun, visit }: { readonly formRun: FormRun; readonly visit: ExamVisit }) => {
  useEffect(() => {
    formRun.stop()
    visit.log.stop()
  }, [formRun, visit])
  return <EndOfPreview />
}

export const LaterOutroAgain = EndOfPreview
