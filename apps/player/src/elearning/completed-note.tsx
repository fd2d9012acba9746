import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { usePlayer } from '../context/player-context.tsx'
import styles from './course-page.module.css'

/** Says that the course is completed, once (spec 2 §2); what the learner is at continues under it. */
export const CompletedNote = ({ name, onRead, onLeave }: { readonly name: string; onRead(): void; onLeave(): void }) => {
  const { text } = usePlayer()
  return (
    <section role="status" className={styles.note} data-testid="course-completed">
      <Icon name="check" className={styles.noteIcon} />
      <div className={styles.noteText}>
        <h2>{text('course.completedTitle')}</h2>
        <p>{text('course.completedText', { name })}</p>
      </div>
      <div className={styles.actions}>
        <Button onPress={onLeave}>{text('course.toSchedules')}</Button>
        <Button variant="primary" onPress={onRead}>
          {text('course.ok')}
        </Button>
      </div>
    </section>
  )
}
