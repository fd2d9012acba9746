import type { LibraryUpload } from '@sitwell/contract'
import { shownItems } from '@sitwell/contract'
import { choiceField } from '@sitwell/navigation/address-query.ts'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import { AcceptUpload } from './accept-upload.tsx'
import { ReportItems } from './report-items.tsx'
import { CourseSummary, ExamSummary } from './report-summary.tsx'

/** In the address: which items of the report are listed. */
const fields = { show: choiceField(shownItems) }

/** What an upload holds and what storing it would do; the decision; then what happened to each item. */
export const UploadReport = ({
  upload,
  onChanged,
}: {
  readonly upload: LibraryUpload
  /** It was stored, or the library has changed and it is read again. */
  onChanged(upload: LibraryUpload): void
}) => {
  const [{ show }, change] = useAddressQuery(fields)
  const { exam, course } = upload
  return (
    <>
      {exam && <ExamSummary exam={exam} />}
      {course && <CourseSummary course={course} />}
      <AcceptUpload upload={upload} onChanged={onChanged} />
      <ReportItems upload={upload} show={show} onShow={(next) => void change({ show: next })} />
    </>
  )
}
