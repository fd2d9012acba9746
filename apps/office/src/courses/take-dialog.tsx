import { type CourseChangePreview, officeChangeCourse, officePreviewCourse } from '@sitwell/contract'
import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import { useEffect, useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { nameOf } from '../people/person-name.ts'
import { courseFailureText } from './course-text.ts'
import styles from './courses.module.css'
import { currentPreview } from './current-preview.ts'
import { useReadCoursesAgain } from './use-course.ts'

/** People who are listed by name at most. */
const mostNamed = 50

type Line = CourseChangePreview['people'][number]

const Staying = ({ people }: { readonly people: readonly Line[] }) => {
  const { text } = useOffice()
  if (people.length === 0) return null
  const nameIn = ({ userID, username, firstName = '', lastName = '' }: Line) =>
    username === undefined ? text('courses.unknown', { id: userID }) : nameOf({ firstName, lastName, username })
  return (
    <>
      <p>{text('courses.take.stays', { count: people.length })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <ul className={styles.staying} tabIndex={0}>
        {people.slice(0, mostNamed).map((one) => (
          <li key={one.userID}>
            {text('courses.take.line', { name: nameIn(one), why: one.reason ? text(`courses.reason.${one.reason}`) : '' })}
          </li>
        ))}
        {people.length > mostNamed && <li>{text('courses.take.more', { count: people.length - mostNamed })}</li>}
      </ul>
    </>
  )
}

/** Before a course is taken away from people: from whom it would be, and who stays as they are. */
export const TakeDialog = ({
  course: { courseGuid, name },
  userIDs,
  onDone,
  onClose,
}: {
  readonly course: { readonly courseGuid: string; readonly name: string }
  readonly userIDs: readonly number[]
  onDone(notice: string): void
  onClose(): void
}) => {
  const { api, text } = useOffice()
  const readAgain = useReadCoursesAgain()
  const [body] = useState({ courseGuid, action: 'take' as const, userIDs: [...userIDs], groupIDs: [], again: false })
  const [preview, setPreview] = useState<CourseChangePreview>()
  const [problem, setProblem] = useState<string>()
  const [isPending, setPending] = useState(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked for stays the same as long as the dialog is open
  useEffect(() => {
    const stop = new AbortController()
    void api.call(officePreviewCourse, { body }, { signal: stop.signal }).then((outcome) => {
      if (stop.signal.aborted) return
      setPending(false)
      if (outcome.ok) setPreview(outcome.value)
      else setProblem(courseFailureText(outcome, text))
    })
    return () => stop.abort()
  }, [body])
  const take = async () => {
    if (!preview) return
    setPending(true)
    setProblem(undefined)
    const outcome = await api.call(officeChangeCourse, { body: { ...body, hash: preview.hash } })
    setPending(false)
    if (outcome.ok || outcome.kind === 'unreachable') readAgain()
    if (outcome.ok) return onDone(text('courses.take.done', { count: outcome.value.changed.length }))
    const current = currentPreview(outcome)
    if (current) setPreview(current)
    setProblem(current ? text('courses.changed') : courseFailureText(outcome, text))
  }
  const losing = preview?.totals.changed ?? 0
  return (
    <ConfirmDialog
      title={text('courses.take.title', { name })}
      consequences={
        preview === undefined
          ? []
          : [
              ...[text('courses.take.loses', { count: losing }), text('courses.take.keeps')],
              ...(losing > 0 && preview.canUndo ? [text('courses.take.again')] : []),
            ]
      }
      confirm={text('courses.take.apply')}
      isDangerous
      isReady={losing > 0}
      isPending={isPending}
      problem={problem}
      onConfirm={() => void take()}
      onClose={onClose}
    >
      {preview === undefined && problem === undefined && <p role="status">{text('courses.take.loading')}</p>}
      <Staying people={(preview?.people ?? []).filter(({ becomes }) => becomes !== 'taken')} />
    </ConfirmDialog>
  )
}
