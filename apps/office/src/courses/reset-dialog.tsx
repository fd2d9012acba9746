import { type CourseAttemptRow, officeResetCourse } from '@sitwell/contract'
import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import { useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { nameOf } from '../people/person-name.ts'
import { courseFailureText } from './course-text.ts'
import { useReadCoursesAgain } from './use-course.ts'

/** Before somebody's progress is reset: what that does, and why it is done. */
export const ResetDialog = ({
  attempt,
  onDone,
  onClose,
}: {
  readonly attempt: CourseAttemptRow
  onDone(notice: string): void
  onClose(): void
}) => {
  const { api, text } = useOffice()
  const readAgain = useReadCoursesAgain()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const name = nameOf(attempt)
  const reset = async (reason: string) => {
    const { userID, attemptGuid, state, resets } = attempt
    if (state === 'not-started') return setProblem(text('courses.reset.changed'))
    setPending(true)
    setProblem(undefined)
    const outcome = await api.call(officeResetCourse, { body: { userID, attemptGuid, state, resets, reason } })
    setPending(false)
    const hasChanged = !outcome.ok && outcome.kind === 'refused' && outcome.code === 'CHANGED_MEANWHILE'
    if (outcome.ok || hasChanged || outcome.kind === 'unreachable') readAgain()
    if (outcome.ok) return onDone(text('courses.reset.done', { name }))
    setProblem(hasChanged ? text('courses.reset.changed') : courseFailureText(outcome, text))
  }
  return (
    <ConfirmDialog
      title={text('courses.reset.title', { name })}
      consequences={[text('courses.reset.keeps'), text('courses.reset.begins'), text('courses.reset.open')]}
      confirm={text('courses.reset.apply')}
      isDangerous
      asksReason
      isPending={isPending}
      problem={problem}
      onConfirm={(reason) => void reset(reason)}
      onClose={onClose}
    />
  )
}
