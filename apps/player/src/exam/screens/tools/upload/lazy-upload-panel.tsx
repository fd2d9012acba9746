import type { Language } from '@sitwell/i18n/languages'
import { usePainted } from '@sitwell/layer/use-painted.ts'
import { lazy, Suspense } from 'react'
import type { ExamRun } from '../../../session/run/use-exam-run.ts'
import { preloadWithMessages } from '../../preload/preloadable.tsx'
import type { FileDesk } from './file-desk.ts'
import styles from './lazy-upload-panel.module.css'

const load = () => import('./upload-panel.tsx')

const UploadPanel = lazy(load)

/** Loads the panel's code and its words ahead: they have to be there when the network isn't. */
export const loadUploadPanel = (language: Language): Promise<void> => preloadWithMessages({ load }, language)

/**
 * The upload panel beside a question that asks for files; most exams never load it. Its place stands with the question, and the panel
 * comes once that is painted: it may take as long to make as the question does.
 */
export const LazyUploadPanel = ({
  run,
  questionId,
  isDisabled,
  desk,
}: {
  readonly run: ExamRun
  readonly questionId: string
  readonly isDisabled: boolean
  readonly desk: FileDesk
}) => {
  const isPainted = usePainted()
  return (
    <div className={styles.place} data-beside="upload">
      <Suspense fallback={null}>
        {isPainted && (
          <UploadPanel visit={run.visit} formRun={run.formRun} questionId={questionId} isDisabled={isDisabled} desk={desk} />
        )}
      </Suspense>
    </div>
  )
}
