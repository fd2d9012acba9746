import { officeCancelUpload, officeUpload } from '@sitwell/contract'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'
import { uploadsPath } from './library-list.ts'
import { readUploadsAgain, useSendings } from './sending/use-sendings.ts'

/** Before an upload is thrown away, or the report of one that is stored. Leads back to the list. */
export const CancelUpload = ({
  uploadId,
  name,
  isStored,
  onClose,
}: {
  readonly uploadId: string
  readonly name: string
  readonly isStored: boolean
  onClose(): void
}) => {
  const { api, text } = useOffice()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { sendings } = useSendings()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const cancel = async () => {
    setPending(true)
    const outcome = await api.call(officeCancelUpload, { body: { uploadId } })
    setPending(false)
    if (!outcome.ok) return setProblem(failureText(outcome, text))
    // Afterwards: a page that can't cancel on the server still has the file to continue with.
    sendings.giveUp(uploadId)
    await navigate({ to: uploadsPath })
    queries.removeQueries({ queryKey: officeQuery(api, officeUpload, { query: { uploadId } }).queryKey })
    readUploadsAgain(queries)
  }
  return (
    <ConfirmDialog
      title={text(isStored ? 'library.cancel.titleReport' : 'library.cancel.title', { name })}
      consequences={[text(isStored ? 'library.cancel.stays' : 'library.cancel.loses')]}
      confirm={text(isStored ? 'library.cancel.report' : 'library.cancel.open')}
      isDangerous={!isStored}
      isPending={isPending}
      problem={problem}
      onConfirm={() => void cancel()}
      onClose={onClose}
    />
  )
}
