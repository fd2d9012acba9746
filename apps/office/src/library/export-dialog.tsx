import type { Failure } from '@sitwell/client/api'
import { Choice } from '@sitwell/office-ui/choice.tsx'
import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import { useRef, useState } from 'react'
import { type OfficeText, useOffice, useOfficeParts } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'
import { exportExam } from './export-exam.ts'

const formats = ['native', 'qti3'] as const
type Format = (typeof formats)[number]

const problemText = (failure: Failure, text: OfficeText): string => {
  if (failure.kind === 'unreachable') return text('library.export.unreachable')
  switch (failure.code) {
    case 'INVALID_FILE':
      return text('library.export.nothing')
    case 'BUSY':
      return text('library.export.busy')
    case 'NOT_FOUND':
      return text('library.export.gone')
    default:
      return failureText(failure, text)
  }
}

/** Before a version of an exam leaves the library with its answer keys. */
export const ExportDialog = ({
  examGuid,
  name,
  version,
  onDone,
  onClose,
}: {
  readonly examGuid: string
  readonly name: string
  readonly version: number
  onDone(): void
  onClose(): void
}) => {
  const { api, text } = useOffice()
  const { fetchBy } = useOfficeParts()
  const [format, setFormat] = useState<Format>('native')
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const abort = useRef(new AbortController())
  const save = async () => {
    setPending(true)
    setProblem(undefined)
    const failure = await exportExam({ api, fetchBy, signal: abort.current.signal }, { examGuid, version, format })
    setPending(false)
    if (failure === undefined) onDone()
    else setProblem(problemText(failure, text))
  }
  return (
    <ConfirmDialog
      title={text('library.export.title', { name, version })}
      consequences={[text('library.export.keys'), text('library.export.logged')]}
      confirm={text('library.export.confirm')}
      isPending={isPending}
      problem={problem}
      onConfirm={() => void save()}
      onClose={onClose}
    >
      <Choice
        label={text('library.export.format')}
        help={text(`library.export.help.${format}`)}
        options={formats.map((id) => ({ id, title: text(`library.export.${id}`) }))}
        value={format}
        onChange={(id) => setFormat(formats.find((one) => one === id) ?? 'native')}
      />
    </ConfirmDialog>
  )
}
