import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import { useOffice } from '../../office-context.tsx'

/** Asks why a response can't be marked; somebody else gets it then. */
export const CannotDialog = ({ onReason, onClose }: { onReason(reason: string): void; onClose(): void }) => {
  const { text } = useOffice()
  return (
    <ConfirmDialog
      title={text('marking.cannotTitle')}
      consequences={[text('marking.cannotText')]}
      confirm={text('marking.cannotConfirm')}
      asksReason
      onConfirm={onReason}
      onClose={onClose}
    />
  )
}
