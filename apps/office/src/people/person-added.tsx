import type { WayIn } from '@sitwell/contract'
import { Button } from '@sitwell/ui/button.tsx'
import { useEffect, useRef } from 'react'
import { useOffice } from '../office-context.tsx'
import { ActionLink } from './action-link.tsx'
import styles from './add-person-page.module.css'
import { personPath } from './people-columns.ts'
import { useMomentText } from './use-moment-text.ts'
import { WayInLink, wayInText } from './way-in.tsx'

/** Somebody who was just added. */
export interface Added {
  readonly userID: number
  readonly name: string
  readonly access: WayIn
}

/** After a person was added: how they get in, which is shown once, and where to continue. */
export const PersonAdded = ({ added: { userID, name, access }, onAnother }: { readonly added: Added; onAnother(): void }) => {
  const { text } = useOffice()
  const moment = useMomentText()
  const done = useRef<HTMLParagraphElement>(null)
  // The form that had the focus is gone.
  useEffect(() => done.current?.focus(), [])
  return (
    <>
      <p ref={done} tabIndex={-1} className={styles.done}>
        {`${text('people.added', { name })} ${wayInText(access, name, text, moment)}`}
      </p>
      <WayInLink access={access} name={name} />
      <div className={styles.next}>
        <ActionLink to={personPath(userID)}>{text('people.open', { name })}</ActionLink>
        <Button onPress={onAnother}>{text('people.addAnother')}</Button>
      </div>
    </>
  )
}
