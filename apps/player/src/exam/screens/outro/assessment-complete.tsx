import { Button } from '@sitwell/ui/button.tsx'
import { Card } from '@sitwell/ui/card.tsx'
import { Html } from '@sitwell/ui/html.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { OpeningHeading } from '@sitwell/ui/opening-heading.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { type ReactNode, useId } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import { QuitSeb } from '../../proctoring/seb/quit-seb.tsx'
import { elsewhereMessage, type OutroFacts } from '../../session/run/outro-facts.ts'
import { AnswersNote } from './answers-note.tsx'
import styles from './assessment-complete.module.css'
import type { ExamResult } from './exam-result.ts'
import { type AnswersStatus, hasAll } from './follow-answers.ts'
import { LateNote } from './late-note.tsx'
import { LazyStatement } from './lazy-statement.tsx'
import { type OutroFiles, OutroReading } from './outro-reading.tsx'
import { QuestionFeedback, textsOfFeedback } from './question-feedback.tsx'
import { ReceiptPanel } from './receipt-panel.tsx'
import { ResultPanel } from './result-panel.tsx'
import { SingleSessionEnd } from './single-session-end.tsx'

/**
 * The last page of an exam (spec 3 §2): that it is complete, how it went as far as it may be told, and the ways on. It follows the
 * exam, and is reached from the schedules later.
 */
export const AssessmentComplete = ({
  facts,
  files,
  result,
  download,
  about,
  onClose,
  onBack,
  onAgain,
  isAsking = false,
  answersAt,
  onResit,
}: {
  readonly facts: OutroFacts
  /** Where the files of its text lie, if the server said so. */
  readonly files?: OutroFiles | undefined
  readonly result: ExamResult | undefined
  /** Of a downloadable practice exam. */
  readonly download: ReactNode
  /** Which attempt it was. */
  readonly about?: ReactNode
  /** Where it has a Close (spec 3 §2). */
  onClose?: (() => void) | undefined
  /** Where it has a way back to the schedules besides. */
  onBack?: (() => void) | undefined
  /** Asks for the result again, if there is none yet. */
  onAgain?: (() => void) | undefined
  readonly isAsking?: boolean
  readonly answersAt: AnswersStatus
  onResit(): void
}) => {
  const { text, settings } = usePlayer()
  const lateId = useId()
  const elsewhereId = useId()
  const isSingleSession = settings.proctoringMode === 1
  return (
    <Page width="panel">
      <Card width="panel" className={styles.complete} data-testid="complete">
        <div className={styles.head}>
          <span className={styles.tick}>
            <Icon name="check" />
          </span>
          <div>
            <OpeningHeading className={styles.title} describedBy={`${elsewhereId} ${lateId}`}>
              {text('exam.complete')}
            </OpeningHeading>
            <p className={styles.exam}>
              <bdi>{facts.examName}</bdi>
            </p>
          </div>
        </div>
        {about}
        {facts.elsewhere && (
          <p id={elsewhereId} className={styles.late}>
            <Icon name="info" />
            <span>{text(elsewhereMessage[facts.elsewhere])}</span>
          </p>
        )}
        {result?.receipt?.late && <LateNote id={lateId} late={result.receipt.late} />}
        <AnswersNote formRunGuid={facts.formRunGuid} answersAt={answersAt} onServer={result?.receipt?.onServer} />
        {download}
        <OutroReading facts={facts} texts={[facts.outroText, result?.message ?? '', ...textsOfFeedback(result)]} files={files}>
          {result && !facts.downloadablePractice && <ResultPanel result={result} mask={facts.resultFeedbackMask} />}
          <LazyStatement facts={facts} result={result} />
          {facts.outroText !== '' && (
            <div className={styles.text}>
              <Html html={facts.outroText} />
            </div>
          )}
          {/* Where the results are a PDF, it stands there. */}
          {!facts.downloadablePractice && <QuestionFeedback questions={result?.questionFeedback} />}
        </OutroReading>
        {result?.receipt && <ReceiptPanel receipt={result.receipt} isAllThere={hasAll(answersAt)} />}
        {isSingleSession && <SingleSessionEnd className={styles.text} />}
        {facts.sebSchedule !== undefined && <QuitSeb scheduleGuid={facts.sebSchedule} hasAll={hasAll(answersAt)} />}
        <div className={styles.actions}>
          {result?.allowImmediateResit && (
            <Button variant="primary" onPress={onResit}>
              <Icon name="reload" />
              {text('outro.resit')}
            </Button>
          )}
          {onAgain && (
            <Button onPress={onAgain} isPending={isAsking}>
              <Icon name="reload" />
              {text('outro.again')}
            </Button>
          )}
          {onBack && <Button onPress={onBack}>{text('exam.backToSchedules')}</Button>}
          {onClose && (
            <Button variant="primary" onPress={onClose}>
              {text('exam.close')}
            </Button>
          )}
        </div>
      </Card>
    </Page>
  )
}
