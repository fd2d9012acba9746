import { type AccommodationState, largestDocumentBytes, officeAddAccommodationDocument } from '@sitwell/contract'
import { Choice } from '@sitwell/office-ui/choice.tsx'
import { DateField } from '@sitwell/office-ui/date-field.tsx'
import { incompleteDate } from '@sitwell/office-ui/date-values.ts'
import { FileChooser } from '@sitwell/office-ui/file-chooser.tsx'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { FormDialog } from '@sitwell/office-ui/form-dialog.tsx'
import { useState } from 'react'
import { useOffice } from '../../office-context.tsx'
import { useAct } from '../../people/use-act.ts'
import { whatText } from '../accommodation-text.ts'
import own from '../accommodations.module.css'
import { documentFailure } from './document-text.ts'

/** Characters of a name that the server takes. */
const longestName = 255

const FileField = ({
  file,
  error,
  onFile,
}: {
  readonly file: File | undefined
  readonly error: string | undefined
  onFile(file: File): void
}) => {
  const { text } = useOffice()
  return (
    <div className={own.file}>
      <FileChooser
        label={text(file === undefined ? 'document.choose' : 'document.chooseOther')}
        accept="application/pdf,image/*"
        testId="document-file"
        describedBy="document-file-name"
        onFile={onFile}
      />
      <span id="document-file-name" role="status">
        <bdi>{file?.name ?? text('document.noFile')}</bdi>
      </span>
      {error !== undefined && <Problem>{error}</Problem>}
    </div>
  )
}

/** Whether a day (ISO) is in the past: the document would be removed with the next run of the job. */
const isOver = (day: string): boolean => /^\d{4}-/.test(day) && day < new Date().toISOString().slice(0, 10)

/** Asks for a file and how long it is kept, and adds it to an accommodation. What was chosen stays until it is there. */
export const AddDocument = ({
  userID,
  name,
  accommodations,
  onAdded,
  onClose,
}: {
  readonly userID: number
  /** Of the person. */
  readonly name: string
  /** At least one. */
  readonly accommodations: readonly AccommodationState[]
  onAdded(): void
  onClose(): void
}) => {
  const { api, text } = useOffice()
  const act = useAct(documentFailure)
  const [accommodationID, setAccommodation] = useState(accommodations[0]?.accommodationID ?? '')
  const [keepUntil, setKeepUntil] = useState('')
  const [chosen, setChosen] = useState<{ readonly file: File; readonly id: string }>()
  const [errors, setErrors] = useState<{ readonly file?: string; readonly keepUntil?: string }>({})
  const add = async () => {
    const wrong = {
      ...(chosen === undefined && { file: text('document.error.none') }),
      ...(chosen !== undefined && chosen.file.size > largestDocumentBytes && { file: text('document.error.large') }),
      ...(keepUntil === incompleteDate && { keepUntil: text('accommodation.error.day') }),
      ...(isOver(keepUntil) && { keepUntil: text('document.error.over') }),
    }
    setErrors(wrong)
    if (chosen === undefined || Object.keys(wrong).length > 0) return
    const { file, id } = chosen
    const body = {
      ...{ userID, accommodationID, documentId: id, fileName: file.name.slice(-longestName).toWellFormed() },
      ...(keepUntil !== '' && { keepUntil }),
    }
    const done = await act.run(() => api.call(officeAddAccommodationDocument, { body, file }))
    if (done?.ok) onAdded()
  }
  return (
    <FormDialog
      title={text('document.addTitle', { name })}
      submit={text('document.add')}
      errors={errors}
      problem={act.problem}
      isPending={act.isPending}
      onSubmit={() => void add()}
      onCancel={onClose}
    >
      <p>{text('document.addHelp')}</p>
      <FileField file={chosen?.file} error={errors.file} onFile={(file) => setChosen({ file, id: crypto.randomUUID() })} />
      <Choice
        label={text('document.behind')}
        value={accommodationID}
        options={accommodations.map((one) => ({ id: one.accommodationID, title: whatText(one, text) }))}
        onChange={setAccommodation}
      />
      <DateField
        label={text('document.keepUntil')}
        help={text('document.keepUntilHelp')}
        error={errors.keepUntil}
        value={keepUntil}
        onChange={setKeepUntil}
      />
    </FormDialog>
  )
}
