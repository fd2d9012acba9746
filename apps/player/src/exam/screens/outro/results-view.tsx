import { Icon } from '@sitwell/ui/icon.tsx'
import { Spinner } from '@sitwell/ui/spinner.tsx'
import { usePlayer } from '../../../context/player-context.tsx'
import { UploadIcon } from '../tools/upload/upload-icons.tsx'
import type { DownloadableResults } from './outro-steps.ts'
import styles from './results-view.module.css'
import { resultsWords } from './results-words.ts'

/** The results of a downloadable practice exam (spec 3 §2): being prepared while `download` is undefined. */
export const ResultsView = ({
  download,
  progress,
}: {
  readonly download: DownloadableResults | undefined
  /** Percent, while they are being prepared. */
  readonly progress: number
}) => {
  const { text } = usePlayer()
  const { title, message, link } = resultsWords(download, text)
  const words = (
    <span className={styles.words}>
      <strong className={styles.title}>{title}</strong>
      <span className={styles.message}>{message}</span>
    </span>
  )
  if (link !== undefined) {
    return (
      <a href={link} download className={styles.view} data-testid="results-view">
        <span className={styles.icon}>
          <UploadIcon name="download" />
        </span>
        {words}
      </a>
    )
  }
  return (
    <div role="status" className={styles.view} data-testid="results-view">
      <span className={styles.icon}>{download ? <Icon name="alert" /> : <Spinner size="small" />}</span>
      {words}
      {!download && <progress className={styles.progress} max={100} value={progress} aria-label={message} />}
    </div>
  )
}
