import { officeSignOffRoom, type RoomReport, roomReport } from '@sitwell/contract'
import { FormDialog } from '@sitwell/office-ui/form-dialog.tsx'
import { TextArea } from '@sitwell/office-ui/text-input.tsx'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useOffice } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'
import { figuresOf, leftToDo } from './report-text.ts'

const longestRemark = 2000

/** Signs a report off as it is shown, with a remark if there is something to say. */
export const SignOffDialog = ({
  report,
  onRead,
  onDone,
  onClose,
}: {
  readonly report: RoomReport
  /** A newer report, because something has happened meanwhile. */
  onRead(report: RoomReport): void
  onDone(report: RoomReport): void
  onClose(): void
}) => {
  const { api, text } = useOffice()
  const [remark, setRemark] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isPending, setPending] = useState(false)
  const { deliveryID, roomID, hash, counts } = report
  const sign = async () => {
    setPending(true)
    setProblem(undefined)
    const body = { deliveryID, ...(roomID !== undefined && { roomID }), hash, remark }
    const outcome = await api.call(officeSignOffRoom, { body }, { attempts: 1 })
    setPending(false)
    if (outcome.ok) return onDone(outcome.value)
    const current = outcome.kind === 'refused' ? z.safeParse(roomReport, outcome.current).data : undefined
    if (current) onRead(current)
    setProblem(current ? text('examDay.sign.changed') : failureText(outcome, text))
  }
  const todo = leftToDo(counts, text)
  return (
    <FormDialog
      title={text('examDay.sign')}
      submit={text('examDay.sign.apply')}
      errors={{}}
      problem={problem}
      isPending={isPending}
      onSubmit={() => void sign()}
      onCancel={onClose}
    >
      <div role="status">
        {[...figuresOf(counts, text), ...todo].map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {todo.length > 0 && <p>{text('examDay.sign.anyway')}</p>}
      <p>{text('examDay.sign.kept')}</p>
      <TextArea
        label={text('examDay.sign.remark')}
        help={text('examDay.sign.remarkHelp')}
        maxLength={longestRemark}
        value={remark}
        onChange={setRemark}
      />
    </FormDialog>
  )
}
