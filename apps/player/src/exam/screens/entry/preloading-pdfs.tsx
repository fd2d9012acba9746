import { Button } from '@sitwell/ui/button.tsx'
import { Card } from '@sitwell/ui/card.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { WaitingCard } from '@sitwell/ui/waiting-card.tsx'
import { usePlayer } from '../../../context/player-context.tsx'
import type { LoadedBytes } from '../../content/fetch-document.ts'
import styles from './unsupported-browser.module.css'

/** Bytes up to which a document is there before anybody could read how far it is. */
const smallBytes = 2 * 1024 * 1024

const inMegabytes = (bytes: number) => Math.round(bytes / (1024 * 1024)).toLocaleString(document.documentElement.lang)

/** Shown while the exam's documents load; one that fails can be tried again or gone on without (decisions, before the exam). */
const PreloadingPdfs = ({
  done,
  total,
  bytes,
  failed,
  onRetry,
  onContinue,
}: {
  readonly done: number
  readonly total: number
  /** Of the one that comes. */
  readonly bytes?: LoadedBytes | undefined
  readonly failed: readonly string[]
  onRetry(): void
  onContinue(): void
}) => {
  const { text } = usePlayer()
  if (failed.length === 0) {
    return (
      <Page align="centre" width="card">
        <WaitingCard
          title={text('exam.preloadingPdfs')}
          help={text('exam.preloadingPdfsProgress', { current: Math.min(done + 1, total), total })}
        >
          {bytes && bytes.size > smallBytes && (
            <>
              <progress
                className={styles.bar}
                value={bytes.loaded}
                max={bytes.size}
                aria-label={text('exam.preloadingPdfsProgress', { current: Math.min(done + 1, total), total })}
              />
              <p>{text('pdf.loadedOf', { loaded: inMegabytes(bytes.loaded), size: inMegabytes(bytes.size) })}</p>
              <p>{text('pdf.goOnHelp')}</p>
              <Button onPress={onContinue}>{text('pdf.goOnMeanwhile')}</Button>
            </>
          )}
        </WaitingCard>
      </Page>
    )
  }
  return (
    <Page align="centre" width="card">
      <Card width="card">
        <h1 className={styles.title}>{text('exam.preloadingPdfs')}</h1>
        <p role="alert">{text('exam.pdfsFailed')}</p>
        <ul className={styles.list}>
          {failed.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
        <div className={styles.actions}>
          <Button onPress={onContinue}>{text('exam.pdfsContinue')}</Button>
          <Button variant="primary" onPress={onRetry}>
            {text('exam.retry')}
          </Button>
        </div>
      </Card>
    </Page>
  )
}

export default PreloadingPdfs
