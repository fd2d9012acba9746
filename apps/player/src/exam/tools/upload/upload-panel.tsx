import { readUploadLimits } from '@sitwell/contract'
import { acceptedTypes, cleanFileName } from '@sitwell/exam/file-checks'
import { checkChoice, isQueueFull, sizeText } from '@sitwell/exam/file-choice'
import { Button } from '@sitwell/ui/button.tsx'
import { useRef, useState } from 'react'
import { usePlayer } from '../../../api/player-context.tsx'
import type { ExamVisit } from '../../exam-visit.ts'
import { DropZone } from './drop-zone.tsx'
import { PendingRow, UploadedRow } from './file-rows.tsx'
import { UploadDialog, type UploadNote } from './upload-dialogs.tsx'
import styles from './upload-panel.module.css'
import { chooserTypes, type Notice, noticeOf } from './upload-words.ts'
import { useAnnouncements } from './use-announcements.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { useUploads } from './use-uploads.ts'

/** More types than this are told by the chooser alone. */
const mostTypesTold = 8

/**
 * Where a learner uploads evidence: a zone to choose files, those that aren't on the server yet, and those that are (spec 3 §2). A
 * chosen file is an answer: it is kept in this browser before anything else is done with it.
 */
const UploadPanel = ({
  visit,
  formRunGuid,
  questionId,
  isDisabled,
}: {
  readonly visit: ExamVisit
  readonly formRunGuid: string
  /** The question beside which it stands: the list is the form run's, and each file belongs to the question where it was chosen. */
  readonly questionId: string
  /** Nothing can be answered just now. */
  readonly isDisabled: boolean
}) => {
  const { text, settings, reportError } = usePlayer()
  const { uploads } = visit.sync
  const [told, setTold] = useState<readonly UploadNote[]>([])
  const { said, count: saidCount, say } = useAnnouncements(told.length > 0)
  const zone = useRef<HTMLButtonElement>(null)
  const { region, onFocus, onBlur, leave } = useKeptFocus(zone, told.length > 0)
  const notify = (notice: Notice | undefined) => notice && setTold((before) => [...before, { kind: 'notice', notice }])
  const { pending, lost, listed, isOffline, remove, download } = useUploads(visit.sync, formRunGuid, {
    notify,
    say: (id, file) => say(file, text(id, { file })),
  })
  const limits = readUploadLimits(settings.uploadLimits)
  const accepted = acceptedTypes(visit.exam.content.settings.uploadFileTypes, settings.uploadFileTypesAllowed)
  const waiting = pending.filter(({ record }) => record.kind === 'upload')
  const deleted = new Set(pending.flatMap(({ record }) => (record.kind === 'delete' ? [record.fileGuid] : [])))
  const standing = listed.files.filter(({ guid }) => !deleted.has(guid))
  const isFull = isQueueFull(waiting.length, limits)
  const doing = (work: Promise<unknown>) => void work.catch((error: unknown) => reportError(error, 'upload'))

  const add = async (file: File, fileName: string, old?: { readonly guid: string }) => {
    const replaces = old === undefined ? {} : { replaces: old.guid }
    const chosen = { formRunGuid, question: questionId, bytes: file, fileName, mimeType: file.type }
    await uploads.add({ ...chosen, held: !limits.instant, ...replaces })
  }
  const choose = async (files: readonly File[]) => {
    const facts = files.map((file) => ({ name: cleanFileName(file.name), type: file.type, size: file.size, file }))
    const { taken, refused } = checkChoice(
      facts,
      { ...limits, accepted },
      { queued: waiting.map(({ record }) => record.fileName), uploaded: standing.map(({ fileName }) => fileName) },
    )
    for (const { file, error } of refused) notify(noticeOf(error, file.name, limits))
    for (const { name, file } of taken) {
      const old = standing.find(({ fileName }) => fileName === name)
      if (!old) {
        await add(file, name)
        continue
      }
      const replace = () => doing(uploads.delete(formRunGuid, old).then(() => add(file, name, old)))
      setTold((before) => [...before, { kind: 'replace', fileName: name, replace }])
    }
  }
  const fromRow = (work: Promise<unknown>) => {
    leave()
    doing(work)
  }
  const { maxUploaded } = limits
  const names = new Set([...waiting.map(({ record }) => record.fileName), ...standing.map(({ fileName }) => fileName)])
  const hasRoom = maxUploaded <= 0 || names.size < maxUploaded
  const hints = [
    ...(maxUploaded > 0 ? [text(hasRoom ? 'upload.atMost' : 'upload.noRoom', { count: maxUploaded })] : []),
    ...(limits.maxSize > 0 ? [text('upload.smallerThan', { limit: sizeText(limits.maxSize) })] : []),
    ...(accepted.length > 0 && accepted.length <= mostTypesTold ? [text('upload.types', { types: accepted.join(', ') })] : []),
  ]
  const hasBoth = waiting.length > 0 && listed.files.length > 0
  const [first] = told

  return (
    <section
      ref={region}
      className={styles.upload}
      aria-labelledby="upload-title"
      data-lists={hasBoth ? 'both' : 'one'}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      <h2 id="upload-title" className={styles.title}>
        {text('upload.title')}
      </h2>
      <DropZone
        label={text(isFull ? 'upload.full' : limits.multiple ? 'upload.choose' : 'upload.chooseOne')}
        hints={isFull ? [] : hints}
        accept={chooserTypes(accepted)}
        multiple={limits.multiple}
        isDisabled={isDisabled || isFull}
        buttonRef={zone}
        onChoose={(files) => doing(choose(files))}
      />
      {waiting.length > 0 && (
        <>
          <h3 id="upload-pending" className={styles.heading}>
            {text('upload.pending')}
          </h3>
          <ul aria-labelledby="upload-pending" className={styles.list}>
            {waiting.map((each) => (
              <PendingRow
                key={each.record.fileGuid}
                pending={each}
                isOffline={isOffline}
                isDisabled={isDisabled}
                onRemove={() => fromRow(remove(each.record))}
              />
            ))}
          </ul>
          {waiting.some(({ phase }) => phase === 'held') && (
            <Button variant="primary" isDisabled={isDisabled} onPress={() => doing(uploads.release(formRunGuid))}>
              {text('upload.start')}
            </Button>
          )}
        </>
      )}
      {lost.length > 0 && (
        <div role="alert" className={styles.lost}>
          {lost.map(({ fileGuid, fileName }) => (
            <p key={fileGuid} data-lost-file={fileName}>
              {text('upload.lost', { file: fileName })}
            </p>
          ))}
        </div>
      )}
      <h3 id="upload-uploaded" className={styles.heading}>
        {text('upload.uploaded')}
      </h3>
      {listed.files.length === 0 ? (
        <p className={styles.empty}>
          {text(
            listed.status === 'listed' ? 'upload.none' : listed.status === 'loading' ? 'upload.loading' : 'upload.unlisted',
          )}
        </p>
      ) : (
        <ul aria-labelledby="upload-uploaded" className={styles.list}>
          {listed.files.map((file) => (
            <UploadedRow
              key={file.guid}
              file={file}
              isDeleting={deleted.has(file.guid)}
              isOffline={isOffline}
              isDisabled={isDisabled}
              onDownload={() => doing(download(file.guid, file.fileName))}
              onDelete={() => fromRow(uploads.delete(formRunGuid, file))}
            />
          ))}
        </ul>
      )}
      <p role="status" className={styles.said}>
        <span key={saidCount}>{said}</span>
      </p>
      {first && <UploadDialog told={first} onClose={() => setTold(([, ...rest]) => rest)} />}
    </section>
  )
}
export default UploadPanel
