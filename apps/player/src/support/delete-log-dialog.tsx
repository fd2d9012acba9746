import { Button } from '@sitwell/ui/button.tsx'
import { Dialog } from '@sitwell/ui/dialog.tsx'
import { useVisitor } from '../context/player-context.tsx'
import type { StoredLog } from './activity-logs.ts'

/** Asks before a log is deleted, and says what would be lost. */
export const DeleteLogDialog = ({
  log,
  isDeleting,
  onConfirmed,
  onCancelled,
}: {
  readonly log: StoredLog
  readonly isDeleting: boolean
  onConfirmed(): void
  onCancelled(): void
}) => {
  const { text } = useVisitor()
  return (
    <Dialog
      role="alertdialog"
      title={text('logs.deleteTitle')}
      onClose={isDeleting ? undefined : onCancelled}
      actions={
        <>
          <Button autoFocus isDisabled={isDeleting} onPress={onCancelled}>
            {text('logs.cancel')}
          </Button>
          <Button variant="danger" isIrreversible isPending={isDeleting} onPress={onConfirmed}>
            {text('logs.delete')}
          </Button>
        </>
      }
    >
      <p dir="auto">
        <bdi>{log.learnerName}</bdi>, <bdi>{log.examName}</bdi>
      </p>
      <p>{text('logs.deleteLoses', { count: log.entries.length })}</p>
    </Dialog>
  )
}
