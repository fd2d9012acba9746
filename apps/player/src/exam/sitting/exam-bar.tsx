import type { ReactNode } from 'react'
import { usePlayer } from '../../api/player-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './sitting.module.css'

/** The bar of the running exam under the app bar: the way to the questions on narrow screens, the section, Finish, the time. */
export const ExamBar = ({
  sectionName,
  timer,
  onOpenQuestions,
  onFinish,
}: {
  readonly sectionName: string
  readonly timer: ReactNode
  onOpenQuestions(): void
  onFinish(): void
}) => {
  const { text } = usePlayer()
  return (
    <section aria-label={text('exam.bar')} className={styles.bar}>
      <Button variant="quiet" className={styles.menu} onPress={onOpenQuestions}>
        <Icon name="list" />
        {text('exam.showQuestions')}
      </Button>
      <p className={styles.sectionName}>{sectionName}</p>
      <Button onPress={onFinish}>
        <Icon name="flag" />
        {text('exam.finish')}
      </Button>
      {timer}
    </section>
  )
}
