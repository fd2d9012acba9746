import type { MarkerReturnPreview } from '@sitwell/contract'
import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import { useOffice } from '../../office-context.tsx'
import { consequencesOf } from './recall-values.ts'

/** What a return will do, before it is done, and how far it is. */
export const RecallDialog = ({
  preview,
  name,
  isPending,
  problem,
  onConfirm,
  onClose,
}: {
  readonly preview: MarkerReturnPreview
  /** Of the marker. */
  readonly name: string
  readonly isPending: boolean
  readonly problem: string | undefined
  onConfirm(reason: string): void
  onClose(): void
}) => {
  const { text, language } = useOffice()
  const { responses, returned } = preview
  const number = (value: number) => value.toLocaleString(language.code)
  return (
    <ConfirmDialog
      title={text('marking.recall.title', { name })}
      consequences={consequencesOf(preview, text)}
      confirm={text('marking.recall.confirm')}
      asksReason={responses > 0}
      isReady={responses > 0}
      isPending={isPending}
      problem={problem}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {returned > 0 && (
        <p role="status">{text('marking.recall.working', { done: number(returned), total: number(responses) })}</p>
      )}
    </ConfirmDialog>
  )
}
