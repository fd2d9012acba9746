import { type DeliveryState, officeCancelDelivery } from '@sitwell/contract'
import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import { useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'
import { useReadDeliveriesAgain } from './use-deliveries.ts'

/** Before a delivery is cancelled: who loses the exam by it, who does not, and why it is done. */
export const CancelDialog = ({
  delivery: { deliveryID, version, name, counts },
  onDone,
  onClose,
}: {
  /** As it is shown; the dialog follows what is read anew. */
  readonly delivery: DeliveryState
  onDone(notice: string): void
  onClose(): void
}) => {
  const { api, text } = useOffice()
  const readAgain = useReadDeliveriesAgain()
  const [problem, setProblem] = useState<string>()
  const [isPending, setPending] = useState(false)
  const notStarted = counts['not-started']
  const cancel = async (reason: string) => {
    setPending(true)
    setProblem(undefined)
    const outcome = await api.call(officeCancelDelivery, { body: { deliveryID, version, notStarted, reason } })
    setPending(false)
    readAgain()
    if (outcome.ok) return onDone(text('deliveries.cancel.done'))
    const isStale = outcome.kind === 'refused' && outcome.code === 'CHANGED_MEANWHILE'
    setProblem(isStale ? text('deliveries.cancel.changed') : failureText(outcome, text))
  }
  return (
    <ConfirmDialog
      title={text('deliveries.cancel.title', { name })}
      consequences={[
        text('deliveries.cancel.loses', { count: notStarted }),
        ...(counts.started > 0 ? [text('deliveries.cancel.goesOn')] : []),
        text('deliveries.cancel.stays'),
      ]}
      confirm={text('deliveries.cancel.apply')}
      isDangerous
      asksReason
      isPending={isPending}
      problem={problem}
      onConfirm={(reason) => void cancel(reason)}
      onClose={onClose}
    />
  )
}
