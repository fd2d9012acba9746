import type { UploadedFile } from '@sitwell/contract'
import { sizeText } from '@sitwell/exam/answers/file-choice'
import type { MessageId } from '@sitwell/i18n/message-ids'
import { Button } from '@sitwell/ui/button.tsx'
import { Icon, type IconName } from '@sitwell/ui/icon.tsx'
import type { ReactNode } from 'react'
import { usePlayer } from '../../../../context/player-context.tsx'
import { isLarge } from '../../../../sync/files/deliver-file.ts'
import type { PendingUpload } from '../../../../sync/files/uploads-in-line.ts'
import { UploadIcon } from './upload-icons.tsx'
import styles from './upload-panel.module.css'

const Row = ({
  name,
  size,
  icon,
  phase,
  keeping,
  state,
  children,
}: {
  readonly name: string
  readonly size: number
  readonly icon: IconName
  readonly phase: PendingUpload['phase'] | 'uploaded' | 'deleting'
  readonly keeping: PendingUpload['keeping']
  readonly state: string
  readonly children: ReactNode
}) => (
  <li className={styles.row} data-file={name} data-state={phase} data-keeping={keeping}>
    <div className={styles.what}>
      <span className={styles.name}>
        <bdi>{name}</bdi>
      </span>
      <span className={styles.state}>
        <Icon name={icon} />
        <span>
          <bdi>{sizeText(size, usePlayer().language.code)}</bdi> · <span>{state}</span>
        </span>
      </span>
    </div>
    {children}
  </li>
)

const stateOf = ({ record, phase, keeping, sent }: PendingUpload, isOffline: boolean): readonly [MessageId, IconName] => {
  if (phase === 'sending') return ['upload.sending', 'cloud']
  if (keeping === 'memory') return ['upload.notKept', 'alert']
  if (phase === 'held') return ['upload.held', 'cloudOff']
  if (sent > 0 && isLarge(record)) return ['upload.goesOn', 'cloudOff']
  return [isOffline ? 'upload.waitingOffline' : 'upload.waiting', 'cloudOff']
}

/** A file that isn't on the server yet, and where it is instead. */
export const PendingRow = ({
  pending,
  isOffline,
  isDisabled,
  onRemove,
}: {
  readonly pending: PendingUpload
  readonly isOffline: boolean
  readonly isDisabled: boolean
  onRemove(): void
}) => {
  const { text } = usePlayer()
  const { record, phase, sent, keeping } = pending
  const { fileName: file, fileSize } = record
  const percent = fileSize === 0 ? 0 : Math.floor((sent / fileSize) * 100)
  const [state, icon] = stateOf(pending, isOffline)
  return (
    <Row name={file} size={fileSize} icon={icon} phase={phase} keeping={keeping} state={text(state, { percent })}>
      <Button isIcon variant="quiet" aria-label={text('upload.remove', { file })} isDisabled={isDisabled} onPress={onRemove}>
        <Icon name="close" />
      </Button>
      {phase === 'sending' && <progress className={styles.progress} aria-label={file} max={100} value={percent} />}
    </Row>
  )
}

const standingOf = ({ infected, unscanned, review, paused, late }: UploadedFile) => {
  if (infected) return 'upload.infected'
  if (unscanned) return 'upload.unscanned'
  if (review) return 'upload.review'
  if (paused) return 'upload.inPause'
  return late ? 'upload.late' : 'upload.uploaded'
}

/** A file on the server, which its learner may look at and delete. */
export const UploadedRow = ({
  file: uploaded,
  isDeleting,
  isOffline,
  isDisabled,
  onDownload,
  onDelete,
}: {
  readonly file: UploadedFile
  readonly isDeleting: boolean
  readonly isOffline: boolean
  readonly isDisabled: boolean
  onDownload(): void
  onDelete(): void
}) => {
  const { text } = usePlayer()
  const deleting = isOffline ? 'upload.deletingOffline' : 'upload.deleting'
  const { fileName: file, fileSize, late, infected } = uploaded
  const icon = late || infected ? 'alert' : 'check'
  return (
    <Row
      name={file}
      size={fileSize}
      icon={isDeleting ? 'clock' : icon}
      phase={isDeleting ? 'deleting' : 'uploaded'}
      keeping="lasting"
      state={text(isDeleting ? deleting : standingOf(uploaded))}
    >
      {!isDeleting && (
        <>
          <Button
            isIcon
            variant="quiet"
            aria-label={text('upload.download', { file })}
            isDisabled={isOffline}
            onPress={onDownload}
          >
            <UploadIcon name="download" />
          </Button>
          <Button
            isIcon
            variant="quiet"
            aria-label={text('upload.delete', { file })}
            isDisabled={isDisabled}
            onPress={onDelete}
          >
            <UploadIcon name="bin" />
          </Button>
        </>
      )}
    </Row>
  )
}
