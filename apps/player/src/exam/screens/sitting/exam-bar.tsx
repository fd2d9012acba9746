import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { memo } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import { InstructionsButton, type InstructionsOfRun } from '../parts/reading-buttons.tsx'
import { Timer } from '../time/timer.tsx'
import styles from './sitting.module.css'

interface ExamBarProps extends InstructionsOfRun {
  readonly formRun: FormRun
  readonly sectionName: string
  /** Where the list of questions doesn't stand beside them. */
  readonly onOpenQuestions: (() => void) | undefined
  /** Absent where Finish stands below, in words. */
  readonly onFinish: (() => void) | undefined
}

/**
 * The bar of the running exam under the app bar: the way to the questions on narrow screens, the section, the instructions, the
 * time, and Finish. It stays as it is from question to question.
 */
export const ExamBar = memo(({ formRun, sectionName, onOpenQuestions, onFinish, ...run }: ExamBarProps) => {
  const { text } = usePlayer()
  return (
    <section aria-label={text('exam.bar')} className={styles.bar}>
      {onOpenQuestions && (
        <Button variant="quiet" onPress={onOpenQuestions} aria-label={text('exam.showQuestions')}>
          <Icon name="list" />
          <span className={styles.label}>{text('exam.showQuestions')}</span>
        </Button>
      )}
      <div className={styles.sectionName}>
        <bdi>{sectionName}</bdi>
      </div>
      {/* What comes later has its place here. */}
      <div data-day="" />
      <InstructionsButton {...run} />
      {onFinish && (
        <Button onPress={onFinish} isDisabled={!run.mayMove} aria-label={text('exam.finish')}>
          <Icon name="flag" />
          <span className={styles.finishLabel} data-long={text('exam.finish').length > 9 || undefined}>
            {text('exam.finish')}
          </span>
        </Button>
      )}
      <Timer formRun={formRun} />
    </section>
  )
})
