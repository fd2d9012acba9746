import { usePlayer } from '../../api/player-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { WaitingCard } from '../waiting-card.tsx'
import styles from './unsupported-browser.module.css'

/** Shown while the exam's documents load; one that fails can be tried again or gone on without (decisions, before the exam). */
export const PreloadingPdfs = ({
  done,
  total,
  failed,
  onRetry,
  onContinue,
}: {
  readonly done: number
  readonly total: number
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
        />
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
