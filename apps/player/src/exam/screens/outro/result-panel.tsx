import { resultParts } from '@sitwell/exam/organisation/result-mask'
import { classNames } from '@sitwell/ui/class-names.ts'
import { Html } from '@sitwell/ui/html.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import type { Player } from '../../../context/player.ts'
import { usePlayer } from '../../../context/player-context.tsx'
import styles from './assessment-complete.module.css'
import { type ExamResult, isLongFeedback } from './exam-result.ts'

/** At most two decimals, and none if there are none. */
const figure = (value: number) => Math.round(value * 100) / 100

/** Why there is no result yet, as far as the server says. */
export const pendingHelp = ({ awaitingPerson, isHeld, isAwaitingRelease }: ExamResult, text: Player['text']) => {
  if (isAwaitingRelease) return text('outro.awaitingRelease')
  if (isHeld) return text('outro.held')
  if (awaitingPerson === 0) return text('exam.resultPendingHelp')
  return text('outro.awaitingPersons', { count: awaitingPerson })
}

const PendingResult = ({ result }: { readonly result: ExamResult }) => {
  const { text } = usePlayer()
  const { soFar } = result
  return (
    <section className={styles.panel} aria-label={text('exam.result')}>
      <p className={styles.pending}>
        <Icon name="clock" />
        {text('exam.resultPending')}
      </p>
      {soFar && (
        <>
          <p>{text('outro.soFar', { marks: figure(soFar.score), total: figure(result.totalMarks) })}</p>
          <p>{text('outro.stillOpen', { marks: figure(soFar.waiting) })}</p>
        </>
      )}
      <p className={styles.exam}>{pendingHelp(result, text)}</p>
    </section>
  )
}

/** Marks, percentage and grade, each with its name, as far as the mask shows them. */
const figuresOf = (result: ExamResult, parts: ReturnType<typeof resultParts>, text: Player['text']) => {
  const isMarked = result.totalMarks !== 0
  const marks = text('exam.resultMarksOf', { marks: figure(result.marks), total: figure(result.totalMarks) })
  const percent = text('exam.resultPercent', { score: figure(result.score) })
  return [
    ...(parts.marks && isMarked ? [[text('exam.resultMarks'), marks]] : []),
    ...(parts.percentage && isMarked ? [[text('exam.resultPercentage'), percent]] : []),
    ...(parts.grade && result.grade !== '' ? [[text('exam.resultGrade'), result.grade]] : []),
  ]
}

/** The result as far as the exam's mask shows it (spec 3 §4). */
export const ResultPanel = ({ result, mask }: { readonly result: ExamResult; readonly mask: number }) => {
  const { text } = usePlayer()
  if (result.resultStillBeingProcessed) return <PendingResult result={result} />
  const parts = resultParts(mask)
  const isUnmarked = result.totalMarks === 0
  const figures = figuresOf(result, parts, text)
  const showsPassed = parts.grade && result.passed !== null
  const saysUnmarked = isUnmarked && (parts.marks || parts.percentage)
  if (figures.length === 0 && !showsPassed && !saysUnmarked && result.message === '') return null
  return (
    <section className={styles.panel} aria-label={text('exam.result')}>
      {showsPassed && (
        <p className={styles.pending}>
          <Icon name={result.passed === true ? 'check' : 'info'} />
          <span>{text(result.passed === true ? 'exam.resultPassed' : 'exam.resultFailed')}</span>
        </p>
      )}
      {saysUnmarked && <p>{text('outro.unmarked')}</p>}
      {figures.length > 0 && (
        <dl className={styles.figures}>
          {figures.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {result.message !== '' && (
        <div className={classNames(styles.feedback, isLongFeedback(result.message) && styles.long)}>
          <Icon name="info" />
          <Html html={result.message} />
        </div>
      )}
    </section>
  )
}
