import { newUuid } from '@sitwell/client/new-uuid'
import { type MarkingItem, officeMarkingReturn } from '@sitwell/contract'
import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import density from '@sitwell/office-ui/density.module.css'
import { Button } from '@sitwell/ui/button.tsx'
import { useRef, useState } from 'react'
import { useOffice } from '../../office-context.tsx'
import { failureText } from '../../people/failure-text.ts'

/** Whether persons have given something for a response that a return would take out of the count. */
export const mayBeReturned = ({ entries, isAutomatic, mayDecide, state }: MarkingItem): boolean =>
  mayDecide && !isAutomatic && state !== 'waiting' && entries.some(({ kind }) => kind === 'mark' || kind === 'cannot')

/** Gives a response back to those who mark, with a reason. */
export const ReturnPart = ({
  item: { responseID, newestEntry: basedOn },
  onDone,
  onChanged,
}: {
  readonly item: MarkingItem
  onDone(): void
  /** Somebody wrote another entry, or decided, meanwhile. */
  onChanged(): void
}) => {
  const { api, text } = useOffice()
  const [isOpen, setOpen] = useState(false)
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  /** The same once more, as after its reply was lost, is the same request. */
  const request = useRef({ id: '', reason: '' })
  const send = async (reason: string) => {
    if (request.current.reason !== reason) request.current = { id: newUuid(), reason }
    setPending(true)
    setProblem(undefined)
    const body = { responseID, basedOn, reason, requestId: request.current.id }
    const outcome = await api.call(officeMarkingReturn, { body })
    setPending(false)
    if (outcome.ok) {
      setOpen(false)
      return onDone()
    }
    const code = outcome.kind === 'refused' ? outcome.code : undefined
    if (code === 'CHANGED_MEANWHILE') onChanged()
    setProblem(
      code === 'CHANGED_MEANWHILE'
        ? text('marking.decideChanged')
        : code === 'CLOSED'
          ? text('marking.returnDecided')
          : failureText(outcome, text),
    )
  }
  return (
    <>
      <Button className={density.press} onPress={() => setOpen(true)}>
        {text('marking.return')}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={text('marking.returnTitle')}
          consequences={[text('marking.returnText'), text('marking.returnKept')]}
          confirm={text('marking.return')}
          asksReason
          isPending={isPending}
          problem={problem}
          onConfirm={(reason) => void send(reason)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
