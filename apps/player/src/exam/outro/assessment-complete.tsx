import { usePlayer } from '../../api/player-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Html } from '../../ui/html.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import type { ExamVisit } from '../exam-visit.ts'
import styles from './assessment-complete.module.css'
import { hasClose } from './close-target.ts'
import type { ExamResult } from './exam-result.ts'
import type { DownloadableResults } from './outro-steps.ts'
import { ReceiptPanel } from './receipt-panel.tsx'
import { ResultPanel } from './result-panel.tsx'
import { ResultsView } from './results-view.tsx'

/** The last page of an exam (spec 3 §2): that it is complete, how it went as far as it may be told, and the way back. */
export const AssessmentComplete = ({
  visit,
  result,
  download,
  onClose,
  onResit,
}: {
  readonly visit: ExamVisit
  readonly result: ExamResult | undefined
  /** Of a downloadable practice exam. */
  readonly download: DownloadableResults | undefined
  onClose(): void
  onResit(): void
}) => {
  const { text, settings } = usePlayer()
  const { content } = visit.exam
  const isSingleSession = settings.proctoringMode === 1
  const outroText =
    settings.proctoringMode !== 0 && content.settings.proctoredOutroText !== ''
      ? content.settings.proctoredOutroText
      : content.settings.outroText
  return (
    <Page width="panel">
      <Card width="panel" className={styles.complete} data-testid="complete">
        <div className={styles.head}>
          <span className={styles.tick}>
            <Icon name="check" />
          </span>
          <div>
            <h1 className={styles.title}>{text('exam.complete')}</h1>
            <p className={styles.exam}>{content.examName}</p>
          </div>
        </div>
        {download && <ResultsView download={download} progress={100} />}
        {result && <ResultPanel result={result} mask={content.settings.resultFeedbackMask} />}
        {outroText !== '' && (
          <div className={styles.text}>
            <Html html={outroText} />
          </div>
        )}
        {result?.receipt && <ReceiptPanel receipt={result.receipt} />}
        {isSingleSession && <p className={styles.text}>{text('exam.mayClose')}</p>}
        <div className={styles.actions}>
          {result?.allowImmediateResit && (
            <Button variant="primary" onPress={onResit}>
              <Icon name="reload" />
              {text('outro.resit')}
            </Button>
          )}
          {hasClose(visit.schedule, settings) && (
            <Button variant="primary" onPress={onClose}>
              {text('exam.close')}
            </Button>
          )}
        </div>
      </Card>
    </Page>
  )
}
