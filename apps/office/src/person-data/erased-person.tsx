import { Icon } from '@sitwell/ui/icon.tsx'
import { useLayoutEffect, useRef } from 'react'
import { useOffice } from '../office-context.tsx'
import styles from './person-data.module.css'

/** In place of a person of whom nothing is known any more. */
export const ErasedPerson = ({ userID }: { readonly userID: number }) => {
  const { text } = useOffice()
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // The dialog that erased them is gone, with the button that opened it.
    if (document.activeElement === document.body) place.current?.focus()
  }, [])
  return (
    <div ref={place} tabIndex={-1} className={styles.erased}>
      <Icon name="lock" className={styles.icon} />
      <p>{text('data.isErasedHelp', { number: String(userID) })}</p>
    </div>
  )
}
