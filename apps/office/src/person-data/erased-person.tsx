import { Icon } from '@sitwell/ui/icon.tsx'
import { useOffice } from '../office-context.tsx'
import { useResultFocus } from '../people/use-result-focus.ts'
import styles from './person-data.module.css'

/** Instead of a person of whom nothing is known any more. */
export const ErasedPerson = ({ userID }: { readonly userID: number }) => {
  const { text } = useOffice()
  // The dialog that erased them is gone, with the button that opened it.
  const place = useResultFocus(true, undefined)
  return (
    <div ref={place} tabIndex={-1} className={styles.erased}>
      <Icon name="lock" className={styles.icon} />
      <p>{text('data.isErasedHelp', { number: String(userID) })}</p>
    </div>
  )
}
