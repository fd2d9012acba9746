import type { Failure } from '@sitwell/client/api'
import { type LibraryUpload, libraryUpload, officeAcceptUpload, officeExam, officeExams, officeUpload } from '@sitwell/contract'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Checkbox } from '@sitwell/ui/checkbox.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { type OfficeText, useOffice } from '../../office-context.tsx'
import { failureText } from '../../people/failure-text.ts'
import { Section } from '../../people/section.tsx'
import { readUploadsAgain } from '../sending/use-sendings.ts'
import styles from '../upload.module.css'

const problemText = (failure: Failure, text: OfficeText): string => {
  if (failure.kind === 'unreachable') return failureText(failure, text)
  switch (failure.code) {
    case 'LOSSES_NOT_ACCEPTED':
      return text('library.accept.lossesFirst')
    case 'VERSION_IN_USE':
      return text('library.accept.inUse')
    case 'NOT_FOUND':
      return text('library.upload.gone')
    case 'NOT_ALLOWED':
      return text('library.accept.notAllowed')
    default:
      return failureText(failure, text)
  }
}

/** What the button does that accepts. */
const acceptText = ({ exam, course }: LibraryUpload, text: OfficeText): string => {
  const outcome = exam?.outcome ?? course?.outcome
  switch (outcome) {
    case 'new-version':
      return exam ? text('library.accept.new-version', { version: exam.version }) : text('library.accept.course')
    case 'replaces':
      return text('library.accept.replaces', { version: exam?.version ?? 1 })
    case 'unchanged':
      return text('library.accept.unchanged')
    default:
      return text('library.accept.new')
  }
}

/** Why nobody can accept it, whatever they do. */
const barOf = ({ exam, course }: LibraryUpload, may: (permission: 'courses.write') => boolean) => {
  if (exam?.outcome === 'in-use') return 'library.accept.inUse' as const
  return course && !may('courses.write') ? ('library.accept.noCourses' as const) : undefined
}

/** The decision about an upload: whoever accepts losses of marks or of the structure says so by a tick. */
export const AcceptUpload = ({
  upload,
  onChanged,
}: {
  readonly upload: LibraryUpload
  onChanged(upload: LibraryUpload): void
}) => {
  const { api, text, may } = useOffice()
  const queries = useQueryClient()
  const [isTicked, setTicked] = useState(false)
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { uploadId, reportHash = '', hasGraveLosses } = upload
  const bar = barOf(upload, may)
  const accept = async () => {
    if (hasGraveLosses && !isTicked) return setProblem(text('library.accept.lossesFirst'))
    setPending(true)
    setProblem(undefined)
    const body = { uploadId, reportHash, ...(hasGraveLosses && { acceptLosses: isTicked }) }
    const outcome = await api.call(officeAcceptUpload, { body })
    setPending(false)
    for (const { name } of [officeExams, officeExam]) void queries.invalidateQueries({ queryKey: [name] })
    readUploadsAgain(queries)
    if (outcome.ok) return onChanged(outcome.value.upload)
    const current = outcome.kind === 'refused' ? z.safeParse(libraryUpload, outcome.current) : undefined
    if (current?.success) return onChanged(current.data)
    setProblem(problemText(outcome, text))
    // The page shows what is true now, beside why it was refused.
    if (outcome.kind === 'refused') void queries.invalidateQueries({ queryKey: [officeUpload.name] })
  }
  return (
    <Section title={text('library.accept.title')}>
      {bar !== undefined ? (
        <p className={styles.changed}>
          <Icon name="alert" className={styles.icon} />
          <span>{text(bar)}</span>
        </p>
      ) : (
        <>
          {hasGraveLosses && (
            <>
              <p className={styles.changed}>
                <Icon name="alert" className={styles.icon} />
                <span>{text('library.accept.losses')}</span>
              </p>
              <Checkbox isSelected={isTicked} isDisabled={isPending} onChange={setTicked}>
                {text('library.accept.tick')}
              </Checkbox>
            </>
          )}
          {problem !== undefined && <Problem>{problem}</Problem>}
          <div className={styles.acts}>
            <Button variant="primary" isPending={isPending} onPress={() => void accept()}>
              {acceptText(upload, text)}
            </Button>
          </div>
        </>
      )}
    </Section>
  )
}
