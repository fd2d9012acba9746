import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { useNavigate } from '@tanstack/react-router'
import { useVisitor } from '../../api/player-context.tsx'
import styles from './top-bar.module.css'

/** Administrators see what this browser has logged and not sent (spec 3 §2). */
export const LogsButton = () => {
  const { text } = useVisitor()
  const navigate = useNavigate()
  return (
    <Button
      variant="quiet"
      isIcon
      className={styles.signOut}
      aria-label={text('logs.title')}
      onPress={() => navigate({ to: '/logs' })}
    >
      <Icon name="list" />
    </Button>
  )
}
