import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { usePlayer } from '../../../context/player-context.tsx'
import type { ExamRun } from '../../session/run/use-exam-run.ts'
import { InstructionsButton } from '../parts/reading-buttons.tsx'
import { Timer } from '../time/timer.tsx'
import styles from './sitting.module.css'

/**
 * The bar of the running exam under the app bar: the way to the questions on narrow screens, the section, the instructions, the
 * time, and Finish.
 */
export const ExamBar = ({
  run,
  sectionName,
  onOpenQuestions,
  onFinish,
}: {
  readonly run: ExamRun
  readonly sectionName: string
  /** Where the list of questions doesn't stand beside them. */
  readonly onOpenQuestions: (() => void) | undefined
  /** Absent where Finish stands below, in words. */
  readonly onFinish: (() => void) | undefined
}) => {
  const { text } = usePlayer()
  return (
    <section aria-label={text('exam.bar')} className={styles.bar}>
      {onOpenQuestions && (
        <Button variant="quiet" onPress={onOpenQuestions} aria-label={text('exam.showQuestions')}>
          <Icon name="list" />
          <span className={styles.label}>{text('exam.showQuestions')}</span>
        </Button>
      )}
      <p className={styles.sectionName}>
        <bdi>{sectionName}</bdi>
      </p>
      <InstructionsButton run={run} />
      {onFinish && (
        <Button onPress={onFinish} isDisabled={!run.mayMove} aria-label={text('exam.finish')}>
          <Icon name="flag" />
          <span className={styles.finishLabel}>{text('exam.finish')}</span>
        </Button>
      )}
      <Timer formRun={run.formRun} />
    </section>
  )
}
