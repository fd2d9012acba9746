import { useAddress } from '@sitwell/navigation/navigation.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { useId, useRef } from 'react'
import { useOffice } from '../office-context.tsx'
import { entriesFor } from '../pages.tsx'
import { NavigationIcon } from './navigation-icon.tsx'
import { OfficeLink } from './office-link.tsx'
import styles from './office-navigation.module.css'

const Entries = ({ onFollow }: { onFollow?(): void }) => {
  const { may, text } = useOffice()
  const { pathname } = useAddress()
  const isCurrent = (to: string) => pathname === to || pathname.startsWith(`${to}/`)
  return (
    <ul className={styles.list}>
      {entriesFor(may).map(({ to, title, icon }) => (
        <li key={to}>
          <OfficeLink to={to} className={styles.entry} isCurrent={isCurrent(to)} {...(onFollow && { onFollow })}>
            <NavigationIcon name={icon} className={styles.icon} />
            <span>{text(title)}</span>
          </OfficeLink>
        </li>
      ))}
    </ul>
  )
}

/** Where the person may go, at the side of every page. */
export const SideNavigation = () => {
  const { text } = useOffice()
  return (
    <nav className={styles.side} aria-label={text('office.navigation')}>
      <Entries />
    </nav>
  )
}

/** The same for narrow windows: a button of the bar that opens a drawer, which is a popover of the browser. */
export const NavigationDrawer = () => {
  const { text } = useOffice()
  const id = useId()
  const drawer = useRef<HTMLElement>(null)
  return (
    <>
      <button type="button" className={styles.open} popoverTarget={id} aria-label={text('office.navigation')}>
        <Icon name="list" />
      </button>
      <nav ref={drawer} id={id} popover="auto" className={styles.drawer} aria-label={text('office.navigation')}>
        <Entries onFollow={() => drawer.current?.hidePopover()} />
      </nav>
    </>
  )
}
