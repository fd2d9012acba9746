import { type DeliveryState, officeAttendanceList } from '@sitwell/contract'
import { FormDialog } from '@sitwell/office-ui/form-dialog.tsx'
import { useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { bodyOf, firstWishes, PaperFields } from './paper-fields.tsx'
import { useSavingPaper } from './save-paper.ts'

/** Which rooms the attendance list is printed for, and in which order. */
export const AttendanceDialog = ({
  delivery,
  onDone,
  onClose,
}: {
  readonly delivery: DeliveryState
  onDone(notice: string): void
  onClose(): void
}) => {
  const { text } = useOffice()
  const [wishes, setWishes] = useState(firstWishes)
  const { isPending, problem, save } = useSavingPaper()
  const print = async () => {
    if (await save(officeAttendanceList, { body: bodyOf(delivery, wishes) })) onDone(text('examDay.attendance.done'))
  }
  return (
    <FormDialog
      title={text('examDay.attendance')}
      submit={text('examDay.paper.save')}
      errors={{}}
      problem={problem}
      isPending={isPending}
      onSubmit={() => void print()}
      onCancel={onClose}
    >
      <p>{text('examDay.attendance.about')}</p>
      <PaperFields delivery={delivery} wishes={wishes} onChange={setWishes} />
    </FormDialog>
  )
}
