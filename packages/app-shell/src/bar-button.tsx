import { Button } from '@sitwell/ui/button.tsx'
import { Icon, type IconName } from '@sitwell/ui/icon.tsx'
import styles from './top-bar.module.css'

/** A button of the bar of which only the icon is seen. */
export const BarButton = ({
  name,
  icon,
  onPress,
}: {
  /** What it is called, in words. */
  readonly name: string
  readonly icon: IconName
  onPress(): void
}) => (
  <Button variant="quiet" isIcon className={styles.signOut} aria-label={name} onPress={onPress}>
    <Icon name={icon} />
  </Button>
)
