import { usePlayer } from '../../api/player-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Html } from '../../ui/html.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import type { ExamVisit } from '../exam-visit.ts'
import styles from './assessment-complete.module.css'
import type { ExamResult } from './exam-result.ts'
import { ResultPanel } from './result-panel.tsx'

/** The last page of an exam (spec 3 §2): that it is complete, how it went as far as it may be told, and the way back. */
export const AssessmentComplete = ({
  visit,
  result,
  onClose,
}: {
  readonly visit: ExamVisit
  readonly result: ExamResult | undefined
  onClose(): void
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
      <Card width="panel">
        <div className={styles.head}>
          <span className={styles.tick}>
            <Icon name="check" />
          </span>
          <div>
            <h1 className={styles.title}>{text('exam.complete')}</h1>
            <p className={styles.exam}>{content.examName}</p>
          </div>
        </div>
        {result && <ResultPanel result={result} mask={content.settings.resultFeedbackMask} />}
        {outroText !== '' && (
          <div className={styles.text}>
            <Html html={outroText} />
          </div>
        )}
        {isSingleSession && <p className={styles.text}>{text('exam.mayClose')}</p>}
        {!visit.schedule.practice && !isSingleSession && (
          <div className={styles.actions}>
            <Button variant="primary" onPress={onClose}>
              {text('exam.close')}
            </Button>
          </div>
        )}
      </Card>
    </Page>
  )
}
