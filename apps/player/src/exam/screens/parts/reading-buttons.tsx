import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { usePlayer } from '../../../context/player-context.tsx'
import type { ExamRun } from '../../session/run/use-exam-run.ts'
import styles from '../sitting/sitting.module.css'

export type InstructionsOfRun = Pick<ExamRun, 'visit' | 'mayMove' | 'isShowingInstructions' | 'toggleInstructions'>

/** Shows the instructions, and the questions again. An exam without instructions has none to show. */
export const InstructionsButton = (run: InstructionsOfRun) => {
  const { text } = usePlayer()
  if (run.visit.exam.content.settings.introText === '') return null
  return (
    <Button
      variant="quiet"
      onPress={run.toggleInstructions}
      isDisabled={!run.mayMove}
      aria-pressed={run.isShowingInstructions}
      aria-label={text('exam.instructions')}
    >
      <Icon name="info" />
      <span className={styles.label}>{text('exam.instructions')}</span>
    </Button>
  )
}

/** Ends the reading time, where the exam permits it and there is some left (spec 3 §4). */
export const StartAnsweringButton = ({ run }: { readonly run: ExamRun }) => {
  const { text } = usePlayer()
  if (!run.maySkipReading) return null
  return (
    <Button variant="primary" className={styles.startAnswering} onPress={run.startAnswering} isDisabled={!run.mayMove}>
      {text('exam.startAnswering')}
    </Button>
  )
}
