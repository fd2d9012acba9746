import { officeWithdrawRole, type PersonGrant } from '@sitwell/contract'
import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import { useOffice } from '../office-context.tsx'
import { roleText, scopeOfGrant } from './grant-text.ts'
import { useAct } from './use-act.ts'

/** Takes a role from a person, for a reason. */
export const WithdrawRole = ({
  userID,
  name,
  grant,
  onDone,
  onClose,
}: {
  readonly userID: number
  /** The person's. */
  readonly name: string
  readonly grant: PersonGrant
  onDone(notice: string): void
  onClose(): void
}) => {
  const { api, text } = useOffice()
  const act = useAct()
  const role = roleText(grant, text)
  const withdraw = async (reason: string) => {
    const scope = scopeOfGrant(grant)
    const body = { userID, role: grant.role, reason, ...(scope && { scope }) }
    if ((await act.run(() => api.call(officeWithdrawRole, { body }))) === undefined) return
    onDone(text('role.withdraw.done', { name, role }))
  }
  return (
    <ConfirmDialog
      title={text('role.withdraw.title', { name, role })}
      consequences={[text('role.withdraw.loses'), text('role.withdraw.listed')]}
      confirm={text('role.withdraw')}
      isDangerous
      asksReason
      isPending={act.isPending}
      problem={act.problem}
      onConfirm={(reason) => void withdraw(reason)}
      onClose={onClose}
    />
  )
}
