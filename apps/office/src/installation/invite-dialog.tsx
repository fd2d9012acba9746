import { type OrganisationRow, officeInviteFirstOwner, type WayIn } from '@sitwell/contract'
import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import { useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'
import { useSettingsText } from '../settings/settings-text.ts'

/** Before a new link is made for the first owner of an organisation, who has never signed in. */
export const InviteDialog = ({
  organisation: { organisationID, name },
  onDone,
  onClose,
}: {
  readonly organisation: OrganisationRow
  onDone(access: WayIn): void
  onClose(): void
}) => {
  const { api } = useOffice()
  const text = useSettingsText()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const make = async () => {
    setPending(true)
    setProblem(undefined)
    const outcome = await api.call(officeInviteFirstOwner, { body: { organisationID } })
    setPending(false)
    if (outcome.ok) return onDone(outcome.value.access)
    const isUsed = outcome.kind === 'refused' && outcome.code === 'IN_USE'
    setProblem(isUsed ? text('installation.invite.used') : failureText(outcome, text))
  }
  return (
    <ConfirmDialog
      title={text('installation.invite.title', { name })}
      consequences={[text('installation.invite.earlier'), text('installation.invite.once')]}
      confirm={text('installation.invite.confirm')}
      isPending={isPending}
      problem={problem}
      onConfirm={() => void make()}
      onClose={onClose}
    />
  )
}
