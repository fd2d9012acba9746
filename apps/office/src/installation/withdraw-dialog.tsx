import { type InstallationOwnerRow, officeWithdrawInstallationOwner } from '@sitwell/contract'
import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import { useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'
import { nameOf } from '../people/person-name.ts'
import { useSettingsText } from '../settings/settings-text.ts'

const refusals = { LAST_OWNER: 'installation.withdraw.last', NOT_FOUND: 'installation.withdraw.gone' } as const

const isKnown = (code: string): code is keyof typeof refusals => Object.hasOwn(refusals, code)

/** Before the installation is withdrawn from one of its owners. */
export const WithdrawDialog = ({
  owner,
  onDone,
  onClose,
}: {
  readonly owner: InstallationOwnerRow
  onDone(notice: string): void
  onClose(): void
}) => {
  const { api } = useOffice()
  const text = useSettingsText()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const name = nameOf(owner)
  const withdraw = async (reason: string) => {
    setPending(true)
    setProblem(undefined)
    const outcome = await api.call(officeWithdrawInstallationOwner, { body: { grantID: owner.grantID, reason } })
    setPending(false)
    if (outcome.ok) return onDone(text('installation.withdraw.done', { name }))
    const isOwn = outcome.kind === 'refused' && isKnown(outcome.code)
    setProblem(isOwn && isKnown(outcome.code) ? text(refusals[outcome.code]) : failureText(outcome, text))
  }
  return (
    <ConfirmDialog
      title={text('installation.withdraw.title', { name })}
      consequences={[
        ...(owner.isSelf ? [text('installation.withdraw.self')] : []),
        ...[text('installation.withdraw.loses'), text('installation.withdraw.roles')],
      ]}
      confirm={text('role.withdraw')}
      isDangerous
      asksReason
      isPending={isPending}
      problem={problem}
      onConfirm={(reason) => void withdraw(reason)}
      onClose={onClose}
    />
  )
}
