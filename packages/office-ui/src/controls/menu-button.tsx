import { classNames } from '@sitwell/ui/class-names.ts'
import { Icon } from '@sitwell/ui/icon.tsx'
import { Button } from 'react-aria-components/Button'
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components/Menu'
import density from '../density.module.css'
import styles from './menu-button.module.css'

export interface MenuEntry {
  readonly id: string
  readonly title: string
  /** It can't be undone, or takes something from somebody. */
  readonly isDangerous?: boolean
  readonly isDisabled?: boolean
  onPick(): void
}

/** A button that opens a menu of things to do. */
export const MenuButton = ({ label, entries }: { readonly label: string; readonly entries: readonly MenuEntry[] }) => (
  <MenuTrigger>
    <Button className={classNames(density.compact, styles.button)}>
      <span>{label}</span>
      <Icon name="arrowDown" className={styles.arrow} />
    </Button>
    <Popover placement="bottom start" offset={4} className={classNames(density.compact, styles.popover)}>
      <Menu
        aria-label={label}
        className={styles.menu ?? ''}
        disabledKeys={entries.filter(({ isDisabled }) => isDisabled).map(({ id }) => id)}
        onAction={(key) => entries.find(({ id }) => id === key)?.onPick()}
      >
        {entries.map(({ id, title, isDangerous = false }) => (
          <MenuItem key={id} id={id} textValue={title} className={classNames(styles.entry, isDangerous && styles.dangerous)}>
            {title}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  </MenuTrigger>
)
