import { type LibraryUpload, officeUploads } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { StatusMark } from '@sitwell/office-ui/status-mark.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { Section } from '../people/section.tsx'
import { useMomentText } from '../people/use-moment-text.ts'
import { OfficeLink } from '../shell/office-link.tsx'
import { uploadPath } from './library-list.ts'
import type { Sending, Sendings } from './sending/sendings.ts'
import { SendingProgress } from './sending-progress.tsx'
import { sizeText } from './size-text.ts'
import styles from './upload.module.css'
import { lookAgainMs, uploadLook } from './upload-state.ts'

const UploadRow = ({ of }: { readonly of: LibraryUpload }) => {
  const { text, language } = useOffice()
  const moment = useMomentText()
  const { tone, id } = uploadLook[of.state]
  const name = of.exam?.name ?? of.course?.name
  const size = sizeText(of.fileSize, language.code)
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <OfficeLink to={uploadPath(of.uploadId)} className={styles.name}>
          <bdi>{of.fileName}</bdi>
        </OfficeLink>
        {name !== undefined && (
          <p>
            <bdi>{name}</bdi>
          </p>
        )}
        <p className={styles.quiet}>
          {[
            of.state === 'receiving'
              ? text('library.upload.partOf', { done: sizeText(of.received, language.code), total: size })
              : size,
            text('library.upload.begun', { time: moment(of.madeAt) }),
            text(of.state === 'stored' ? 'library.upload.reportUntil' : 'library.upload.until', { time: moment(of.expiresAt) }),
          ].join(' · ')}
        </p>
      </div>
      <StatusMark tone={tone} text={text(id)} />
    </li>
  )
}

const soonest = (uploads: readonly LibraryUpload[]): number | false => {
  const waits = uploads.map(({ state }) => lookAgainMs(state)).filter((ms) => ms !== false)
  return waits.length === 0 ? false : Math.max(2000, Math.min(...waits))
}

/** Lists the person's own uploads: those that this page sends, those that wait for somebody, and those that were stored lately. */
export const OwnUploads = ({ list, sendings }: { readonly list: readonly Sending[]; readonly sendings: Sendings }) => {
  const { api, text } = useOffice()
  const query = useQuery({
    ...officeQuery(api, officeUploads, {}),
    refetchInterval: ({ state }) => soonest(state.data?.uploads ?? []),
  })
  const sent = new Set(list.map(({ uploadId }) => uploadId))
  const uploads = (query.data?.uploads ?? []).filter(({ uploadId }) => !sent.has(uploadId))
  return (
    <Section title={text('library.uploads')}>
      {query.isError && (
        <div className={styles.failed}>
          <Problem>{text('library.uploadsFailed')}</Problem>
          <Button className={density.press} onPress={() => void query.refetch()}>
            {text('table.retry')}
          </Button>
        </div>
      )}
      {query.isPending && <p role="status">{text('library.uploadsLoading')}</p>}
      {query.data !== undefined && list.length + uploads.length === 0 && (
        <p className={styles.quiet}>{text('library.noUploads')}</p>
      )}
      {list.length + uploads.length > 0 && (
        <ul className={styles.list}>
          {list.map((one) => (
            <li key={one.uploadId} className={styles.row}>
              <div className={styles.what}>
                <OfficeLink to={uploadPath(one.uploadId)} className={styles.name}>
                  <bdi>{one.fileName}</bdi>
                </OfficeLink>
                <SendingProgress of={one} sendings={sendings} />
              </div>
            </li>
          ))}
          {uploads.map((one) => (
            <UploadRow key={one.uploadId} of={one} />
          ))}
        </ul>
      )}
    </Section>
  )
}
