import { Icon, type IconName } from '@sitwell/ui/icon.tsx'
import { usePlayer } from '../context/player-context.tsx'
import styles from './keeping-status.module.css'
import type { ShownKeeping } from './shown-keeping.ts'

const shownAs = {
  saved: { id: 'course.saved', icon: 'check' },
  kept: { id: 'course.kept', icon: 'cloudOff' },
  sending: { id: 'course.sending', icon: 'cloud' },
  refused: { id: 'course.refused', icon: 'alert' },
  memory: { id: 'course.notKept', icon: 'alert' },
  outdated: { id: 'course.outdated', icon: 'alert' },
} as const satisfies Record<ShownKeeping, { readonly id: string; readonly icon: IconName }>

/** Says where what a SCO has set stands; nothing before there is something to say. */
export const KeepingStatus = ({ keeping }: { readonly keeping: ShownKeeping | undefined }) => {
  const { text } = usePlayer()
  return (
    <p role="status" className={styles.keeping} data-testid="course-keeping">
      {keeping !== undefined && (
        <>
          <Icon name={shownAs[keeping].icon} />
          <span>{text(shownAs[keeping].id)}</span>
        </>
      )}
    </p>
  )
}
