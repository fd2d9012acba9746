import { useAddress } from '@sitwell/navigation/navigation.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { useId, useRef, useSyncExternalStore } from 'react'
import { useOffice } from '../office-context.tsx'
import { entriesFor } from '../pages.tsx'
import { OfficeLink } from './office-link.tsx'
import styles from './office-navigation.module.css'

/** The same width as in the styles of the frame. */
const narrow = '(width <= 56.25rem)'

const followNarrow = (listener: () => void) => {
  const query = matchMedia(narrow)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

const Entries = ({ onFollow }: { onFollow?(): void }) => {
  const { may, text } = useOffice()
  const { pathname } = useAddress()
  const isCurrent = (to: string) => pathname === to || pathname.startsWith(`${to}/`)
  return (
    <ul className={styles.list}>
      {entriesFor(may).map(({ to, title, icon }) => (
        <li key={to}>
          <OfficeLink to={to} className={styles.entry} isCurrent={isCurrent(to)} {...(onFollow && { onFollow })}>
            <Icon name={icon} className={styles.icon} />
            {text(title)}
          </OfficeLink>
        </li>
      ))}
    </ul>
  )
}

/** Where the person may go: at the side, and in narrow windows in a drawer, which is a popover of the browser. */
export const OfficeNavigation = () => {
  const { text } = useOffice()
  const id = useId()
  const drawer = useRef<HTMLElement>(null)
  const isNarrow = useSyncExternalStore(followNarrow, () => matchMedia(narrow).matches)
  if (!isNarrow)
    return (
      <nav className={styles.side} aria-label={text('office.navigation')}>
        <Entries />
      </nav>
    )
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
