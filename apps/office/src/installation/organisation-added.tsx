import type { officeAddOrganisation, ReplyOf } from '@sitwell/contract'
import { Button } from '@sitwell/ui/button.tsx'
import { useEffect, useRef } from 'react'
import { ActionLink } from '../people/action-link.tsx'
import { useMomentText } from '../people/use-moment-text.ts'
import { WayInLink, wayInText } from '../people/way-in.tsx'
import { useSettingsText } from '../settings/settings-text.ts'
import styles from './installation.module.css'

/** An organisation that was just created, with the name of its owner. */
export type AddedOrganisation = ReplyOf<typeof officeAddOrganisation> & { readonly owner: string }

/** After an organisation was created: how its owner gets in, which is shown once, and where its staff sign in. */
export const OrganisationAdded = ({
  added: { organisation, access, owner },
  onAnother,
}: {
  readonly added: AddedOrganisation
  onAnother(): void
}) => {
  const text = useSettingsText()
  const moment = useMomentText()
  const done = useRef<HTMLParagraphElement>(null)
  // The form that had the focus is gone.
  useEffect(() => done.current?.focus(), [])
  const way = access === undefined ? text('installation.addedUsed') : wayInText(access, owner, text, moment)
  return (
    <>
      <p ref={done} tabIndex={-1} className={styles.done}>
        {`${text('installation.added', { name: organisation.name })} ${way}`}
      </p>
      {access !== undefined && <WayInLink access={access} name={owner} />}
      <p>
        {text('installation.signInAt')}{' '}
        <bdi dir="ltr" className={styles.address}>
          {organisation.signInAddress}
        </bdi>
      </p>
      <div className={styles.next}>
        <ActionLink to="/installation">{text('installation.toList')}</ActionLink>
        <Button onPress={onAnother}>{text('installation.addAnother')}</Button>
      </div>
    </>
  )
}
