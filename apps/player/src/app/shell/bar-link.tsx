import type { MessageId } from '@sitwell/i18n/message-ids'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Icon, type IconName } from '@sitwell/ui/icon.tsx'
import { useVisitor } from '../../context/player-context.tsx'
import styles from './top-bar.module.css'

interface BarLinkProps {
  readonly to: '/logs' | '/people' | '/sign-ins'
  /** What it is called; only its icon is seen. */
  readonly name: MessageId
  readonly icon: IconName
}

/** A button of the bar that leads to another page. */
export const BarLink = ({ to, name, icon }: BarLinkProps) => {
  const { text } = useVisitor()
  const navigate = useNavigate()
  return (
    <Button variant="quiet" isIcon className={styles.signOut} aria-label={text(name)} onPress={() => navigate({ to })}>
      <Icon name={icon} />
    </Button>
  )
}
