import type { ReactNode } from 'react'
import { usePlayer } from '../../api/player-context.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { DownloadableResults } from './outro-steps.ts'
import styles from './results-view.module.css'

/**
 * The results of a downloadable practice exam (spec 3 §2): being prepared while `download` is undefined, then to be clicked where
 * there is a link, or the reason why there is none.
 */
export const ResultsView = ({
  download,
  progress,
}: {
  readonly download: DownloadableResults | undefined
  /** Percent, while they are being prepared. */
  readonly progress: number
}) => {
  const { text } = usePlayer()
  const view = (icon: ReactNode, title: string, message: string) => (
    <>
      <span className={styles.icon}>{icon}</span>
      <span>
        <strong className={styles.title}>{title}</strong>
        <span className={styles.message}>{message}</span>
      </span>
    </>
  )
  if (download && 'link' in download) {
    return (
      <a href={download.link} download className={styles.view} data-testid="results-view">
        {view(<Icon name="arrowDown" />, text('outro.downloadTitle'), text('outro.download'))}
      </a>
    )
  }
  return (
    <div role="status" className={styles.view} data-testid="results-view">
      {download
        ? view(<Icon name="alert" />, text('outro.noDownloadTitle'), download.error || text('outro.noDownload'))
        : view(<Spinner size="small" />, text('outro.preparingTitle'), text('outro.preparing'))}
      {!download && <progress className={styles.progress} max={100} value={progress} aria-label={text('outro.preparing')} />}
    </div>
  )
}
