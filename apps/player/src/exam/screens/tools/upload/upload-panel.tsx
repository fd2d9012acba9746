import { readUploadLimits, type UploadLimits } from '@sitwell/contract'
import { acceptedTypes, cleanFileName } from '@sitwell/exam/answers/file-checks'
import { checkChoice, type FileChoice, isQueueFull, sizeText } from '@sitwell/exam/answers/file-choice'
import { Button } from '@sitwell/ui/button.tsx'
import { useEffect, useRef, useState } from 'react'
import type { Player } from '../../../../context/player.ts'
import { usePlayer } from '../../../../context/player-context.tsx'
import type { UploadRecord } from '../../../../storage/records.ts'
import type { FormRun } from '../../../../sync/form-run/form-run.ts'
import type { ExamVisit } from '../../../content/exam-visit.ts'
import { DropZone } from './drop-zone.tsx'
import type { FileDesk, FilePlace } from './file-desk.ts'
import { PendingRow, UploadedRow } from './file-rows.tsx'
import { RefusedFiles } from './refused-files.tsx'
import { UploadDialog, type UploadNote } from './upload-dialogs.tsx'
import styles from './upload-panel.module.css'
import { chooserTypes, type Notice, noticeOf, reasonOfError } from './upload-words.ts'
import { useAnnouncements } from './use-announcements.ts'
import { useRetainedFocus } from './use-retained-focus.ts'
import { useUploads } from './use-uploads.ts'

/** More types than this are told by the chooser alone. */
const mostTypesShown = 8

const listTitles = { listed: 'upload.none', loading: 'upload.loading', unlisted: 'upload.unlisted' } as const

/** How many files may be added, how large, and of which types. */
const hintsOf = (
  { text, language }: Pick<Player, 'text' | 'language'>,
  { maxUploaded, maxSize }: UploadLimits,
  accepted: readonly string[],
  names: number,
) => [
  ...(maxUploaded > 0 ? [text(names < maxUploaded ? 'upload.atMost' : 'upload.noRoom', { count: maxUploaded })] : []),
  ...(maxSize > 0 ? [text('upload.smallerThan', { limit: sizeText(maxSize, language.code) })] : []),
  ...(accepted.length > 0 && accepted.length <= mostTypesShown ? [text('upload.types', { types: accepted.join(', ') })] : []),
]

/** Files that can't be sent any more: their bytes are gone. */
const LostFiles = ({ lost }: { readonly lost: readonly Pick<UploadRecord, 'fileGuid' | 'fileName'>[] }) => {
  const { text } = usePlayer()
  if (lost.length === 0) return null
  return (
    <div role="alert" className={styles.lost}>
      {lost.map(({ fileGuid, fileName }) => (
        <p key={fileGuid} data-lost-file={fileName}>
          {text('upload.lost', { file: fileName })}
        </p>
      ))}
    </div>
  )
}

/**
 * Where a learner uploads evidence: a zone to choose files, those that aren't on the server yet, and those that are (spec 3 §2). A
 * chosen file is an answer: it is kept in this browser before anything else is done with it.
 */
const UploadPanel = ({
  visit,
  formRun,
  questionId,
  isDisabled,
  desk,
}: {
  readonly visit: ExamVisit
  readonly formRun: FormRun
  /** The question beside which it stands: the list is the form run's, and each file belongs to the question where it was chosen. */
  readonly questionId: string
  /** Nothing can be answered just now. */
  readonly isDisabled: boolean
  /** What is chosen in the question itself. */
  readonly desk: FileDesk
}) => {
  const player = usePlayer()
  const { text, settings, language, reportError } = player
  const { uploads } = visit.sync
  const { formRunGuid, files: atQuestions } = formRun
  const [notes, setNotes] = useState<readonly UploadNote[]>([])
  const { announcement, count: announcementCount, say } = useAnnouncements(notes.length > 0)
  const zone = useRef<HTMLButtonElement>(null)
  const { region, onFocus, onBlur, leave } = useRetainedFocus(zone, notes.length > 0)
  const notify = (notice: Notice | undefined) => notice && setNotes((before) => [...before, { kind: 'notice', notice }])
  const { pending, lost, listed, isOffline, remove, download } = useUploads(visit.sync, formRunGuid, {
    notify,
    say: (id, file) => say(file, text(id, { file })),
    listed: atQuestions.listed,
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
  const waitingAs = (name: string) => waiting.find(({ record }) => record.fileName === name)?.record
  const refuse = (name: string, reason: string | undefined) => {
    if (reason !== undefined) atQuestions.refuse(cleanFileName(name), reason)
  }
  const tellRefused = (
    refused: FileChoice<{ readonly name: string }>['refused'],
    dropped: FileChoice<{ readonly name: string }>['dropped'],
  ) => {
    for (const { file, error } of refused) {
      notify(noticeOf(error, file.name, limits, language.code))
      refuse(file.name, reasonOfError(error))
    }
    for (const { file, reason } of dropped) refuse(file.name, reason)
  }
  /** `onTaken`: chosen in the question itself, where a file takes the place of one of its name that still waits. */
  const choose = async (files: readonly File[], onTaken?: (name: string) => void) => {
    const facts = files.map((file) => ({ name: cleanFileName(file.name), type: file.type, size: file.size, file }))
    const { taken, refused, dropped } = checkChoice(
      facts,
      { ...limits, accepted },
      {
        queued: onTaken ? [] : waiting.map(({ record }) => record.fileName),
        uploaded: standing.map(({ fileName }) => fileName),
      },
    )
    tellRefused(refused, dropped)
    for (const { name, file } of taken) {
      const before = waitingAs(name)
      if (before) await remove(before)
      const old = standing.find(({ fileName }) => fileName === name)
      if (!old) {
        await add(file, name)
        onTaken?.(name)
        continue
      }
      const replaceOld = async () => {
        await uploads.delete(formRunGuid, old)
        await add(file, name, old)
        onTaken?.(name)
      }
      const replace = () => doing(replaceOld())
      setNotes((before) => [...before, { kind: 'replace', fileName: name, replace }])
    }
  }
  const takeBack = async (name: string) => {
    const record = waitingAs(name)
    if (record) await remove(record)
    const old = standing.find(({ fileName }) => fileName === name)
    if (old) await uploads.delete(formRunGuid, old)
  }
  const place = useRef<FilePlace>(undefined)
  place.current = {
    choose: (file, onTaken) => doing(choose([file], onTaken)),
    takeBack: (name) => doing(takeBack(name)),
  }
  useEffect(
    () =>
      desk.attach({
        choose: (file, onTaken) => place.current?.choose(file, onTaken),
        takeBack: (name) => place.current?.takeBack(name),
      }),
    [desk],
  )
  const fromRow = (work: Promise<unknown>) => {
    leave()
    doing(work)
  }
  const names = new Set([...waiting.map(({ record }) => record.fileName), ...standing.map(({ fileName }) => fileName)])
  useEffect(() => desk.tell(listed.status === 'listed' ? names : undefined))
  const choosing = limits.multiple ? 'upload.choose' : 'upload.chooseOne'
  const hasBoth = waiting.length > 0 && listed.files.length > 0
  const [first] = notes

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
        label={text(isFull ? 'upload.full' : choosing)}
        hints={isFull ? [] : hintsOf(player, limits, accepted, names.size)}
        accept={chooserTypes(accepted)}
        multiple={limits.multiple}
        isDisabled={isDisabled || isFull}
        buttonRef={zone}
        onChoose={(files) => doing(choose(files))}
        onRefuse={(names, isFolder) => {
          for (const name of names) refuse(name, isFolder ? 'folder' : isFull ? 'queue-full' : undefined)
        }}
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
      <RefusedFiles files={atQuestions} limits={limits} onDismiss={leave} />
      <LostFiles lost={lost} />
      <h3 id="upload-uploaded" className={styles.heading}>
        {text('upload.uploaded')}
      </h3>
      {listed.files.length === 0 ? (
        <p className={styles.empty}>{text(listTitles[listed.status])}</p>
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
      <p role="status" className={styles.announcement}>
        <span key={announcementCount}>{announcement}</span>
      </p>
      {first && <UploadDialog note={first} onClose={() => setNotes(([, ...rest]) => rest)} />}
    </section>
  )
}
export default UploadPanel
