import type { UploadLimits } from '@sitwell/contract'
import { sizeText } from '@sitwell/exam/answers/file-choice'
import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { useSyncExternalStore } from 'react'
import { usePlayer } from '../../../../context/player-context.tsx'
import type { FilesAtQuestions } from '../../../../sync/files/files-at-questions.ts'
import { useLaterMessages } from '../../preload/later-messages.ts'
import styles from './upload-panel.module.css'
import { whyRefused } from './upload-words.ts'

/** The files that weren't taken, each with the reason, until they are dismissed or chosen again. The place is there before: what comes is read out. */
export const RefusedFiles = ({
  files,
  limits,
  onDismiss,
}: {
  readonly files: FilesAtQuestions
  readonly limits: UploadLimits
  /** A row goes with the button that has the focus. */
  onDismiss(): void
}) => {
  const { text, language } = usePlayer()
  const later = useLaterMessages()
  const refused = useSyncExternalStore(files.subscribe, files.refused)
  const sizes = { most: sizeText(limits.maxSize, language.code), least: sizeText(limits.minSize, language.code) }
  const reasonText = (reason: string) => {
    const { why, refusal } = whyRefused(reason)
    if (why !== undefined) return text(why)
    return refusal && later?.(refusal, sizes)
  }
  return (
    <div role="alert" aria-atomic="false" aria-relevant="additions" className={styles.refusals}>
      {later && refused.length > 0 && (
        <>
          <h3 id="upload-refused" className={styles.heading}>
            {later('files.title')}
          </h3>
          <ul aria-labelledby="upload-refused" className={styles.list}>
            {refused.map(({ key, fileName, reason }) => (
              <li key={key} className={styles.refused} data-refused-file={fileName}>
                <Icon name="alert" />
                <span>
                  <bdi className={styles.refusedName}>{fileName}</bdi>
                  <span>{reasonText(reason)}</span>
                </span>
                <Button
                  isIcon
                  variant="quiet"
                  aria-label={later('files.dismiss', { file: fileName })}
                  onPress={() => {
                    onDismiss()
                    files.dismiss(key)
                  }}
                >
                  <Icon name="close" />
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
