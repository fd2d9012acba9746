import { type LibraryUpload, officeUpload } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Progress } from '@sitwell/office-ui/progress.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type CallFailed, officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { useMomentText } from '../people/use-moment-text.ts'
import { OfficeLink } from '../shell/office-link.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import { CancelUpload } from './cancel-upload.tsx'
import { ContinueUpload } from './continue-upload.tsx'
import heads from './library.module.css'
import { uploadsPath } from './library-list.ts'
import { RefusedUpload } from './refused-upload.tsx'
import { UploadReport } from './report/upload-report.tsx'
import { useSendings } from './sending/use-sendings.ts'
import { SendingProgress } from './sending-progress.tsx'
import { StoredUpload } from './stored-upload.tsx'
import styles from './upload.module.css'
import { lookAgainMs } from './upload-state.ts'

const Reading = ({ upload }: { readonly upload: LibraryUpload }) => {
  const { text } = useOffice()
  return (
    <>
      <Progress label={text('library.reading.label')} done={upload.itemsRead} total={undefined} />
      <p className={styles.explain}>{text('library.reading.explain')}</p>
    </>
  )
}

/** What there is to see and to do of an upload that the server has, or has a part of. */
const Received = ({ upload, onChanged }: { readonly upload: LibraryUpload; onChanged(upload: LibraryUpload): void }) => {
  switch (upload.state) {
    case 'receiving':
      return <ContinueUpload upload={upload} />
    case 'waiting':
    case 'reading':
      return <Reading upload={upload} />
    case 'ready':
      return <UploadReport key={upload.reportHash} upload={upload} onChanged={onChanged} />
    case 'refused':
      return <RefusedUpload upload={upload} />
    case 'stored':
      return <StoredUpload upload={upload} />
  }
}

const isMissing = (error: CallFailed | null): boolean =>
  error?.failure.kind === 'refused' && ['NOT_FOUND', 'INVALID_REQUEST'].includes(error.failure.code)

/** The upload of an id: on its way from this page, or as the server has it. */
const useUpload = (uploadId: string) => {
  const { api, nowMs } = useOffice()
  const queries = useQueryClient()
  const { sendings, list } = useSendings()
  const sending = list.find((one) => one.uploadId === uploadId)
  const asked = officeQuery(api, officeUpload, { query: { uploadId } })
  const { data, error, refetch } = useQuery({
    ...asked,
    enabled: sending === undefined,
    refetchInterval: ({ state }) => lookAgainMs(state.data?.upload.state),
  })
  const failure = sending === undefined ? error : null
  const isGone = isMissing(failure)
  return {
    ...{ sendings, sending, isGone },
    /** What the server has; nothing while this page sends it. */
    upload: sending === undefined && !isGone ? data?.upload : undefined,
    /** It could not be asked, though it may be there. */
    hasFailed: failure !== null && !isGone,
    isLoading: sending === undefined && data === undefined && failure === null,
    /** When what is shown was read (ISO 8601). */
    asOf: data?.asOf,
    fileName: sending?.fileName ?? data?.upload.fileName,
    again: () => void refetch(),
    setUpload: (upload: LibraryUpload) =>
      void queries.setQueryData(asked.queryKey, { upload, asOf: new Date(nowMs()).toISOString() }),
  }
}

/** That the server can't be asked how an upload is. */
const NotAsked = ({ asOf, onAgain }: { readonly asOf: string | undefined; onAgain(): void }) => {
  const { text } = useOffice()
  const moment = useMomentText()
  return (
    <div className={styles.failed}>
      <Problem>
        {asOf === undefined ? text('library.upload.failed') : text('library.failedKept', { time: moment(asOf) })}
      </Problem>
      <Button className={density.press} onPress={onAgain}>
        {text('table.retry')}
      </Button>
    </div>
  )
}

/** One upload on its way: sent, read, its report, and what was decided. */
const UploadPage = ({ uploadId }: { readonly uploadId: string }) => {
  const { text } = useOffice()
  const shown = useUpload(uploadId)
  const { sending, upload, fileName, isLoading } = shown
  const [hasChanged, setChanged] = useState(false)
  const [isCancelling, setCancelling] = useState(false)
  const isStored = upload?.state === 'stored'
  return (
    <OfficePage
      title={fileName ?? text('library.upload.heading')}
      above={<OfficeLink to={uploadsPath}>{text('library.upload.back')}</OfficeLink>}
      isLoading={isLoading}
      actions={
        (sending ?? upload) !== undefined && (
          <Button className={heads.press} onPress={() => setCancelling(true)}>
            {text(isStored ? 'library.cancel.report' : 'library.cancel.open')}
          </Button>
        )
      }
    >
      <div className={styles.page}>
        <div role="alert">{hasChanged && <p className={styles.changed}>{text('library.accept.changed')}</p>}</div>
        <p role="status" className={density.unseen}>
          {upload === undefined ? '' : text(`library.spoken.${upload.state}`)}
        </p>
        {sending !== undefined && <SendingProgress of={sending} sendings={shown.sendings} />}
        {isLoading && <p role="status">{text('library.upload.loading')}</p>}
        {shown.isGone && <Problem>{text('library.upload.gone')}</Problem>}
        {shown.hasFailed && <NotAsked asOf={shown.asOf} onAgain={shown.again} />}
        {upload !== undefined && (
          <Received
            upload={upload}
            onChanged={(next) => {
              shown.setUpload(next)
              setChanged(next.state !== 'stored')
            }}
          />
        )}
      </div>
      {isCancelling && (
        <CancelUpload uploadId={uploadId} name={fileName ?? ''} isStored={isStored} onClose={() => setCancelling(false)} />
      )}
    </OfficePage>
  )
}

export default UploadPage
