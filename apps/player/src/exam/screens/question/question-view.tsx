import { isAnswerTooLong, maxAnswerCharacters, type Question } from '@sitwell/contract'
import {
  type CountedRecording,
  type CustomCode,
  type ExamFiles,
  type PanelUploads,
  panelOf,
} from '@sitwell/question-types/panels'
import { rulesOf } from '@sitwell/question-types/rules'
import { Button } from '@sitwell/ui/button.tsx'
import { classNames } from '@sitwell/ui/class-names.ts'
import { cleanHtml } from '@sitwell/ui/clean-html.ts'
import { Html } from '@sitwell/ui/html.tsx'
import { HtmlReadingProvider } from '@sitwell/ui/html-reading.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { keepClear } from '@sitwell/ui/keep-clear.ts'
import { watchPresses } from '@sitwell/ui/watch-presses.ts'
import { memo, Suspense, useEffect, useRef, useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import type { AnswerChange } from '../../../sync/answers/answer-book.ts'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import { useAnswer } from '../../session/run/use-answer.ts'
import { LazyAttempts } from '../attempts/lazy-attempts.tsx'
import { LazyFieldRecording } from '../audio/lazy-audio.tsx'
import { LazyCode } from '../code/lazy-code.tsx'
import { explainedReading } from '../explanations/lazy-explanations.tsx'
import { PrintButton } from '../print/print-button.tsx'
import { QuestionButton } from './question-button.tsx'
import { QuestionText } from './question-text.tsx'
import styles from './question-view.module.css'
import { SavedState } from './saved-state.tsx'

/** How a question stands among others that show with it. */
export interface Listed {
  /** Leads to the question. */
  onPick(questionId: string): void
  /** The learner does something in the question. */
  onInteract(questionId: string): void
}

/** Printing the questions of an exam, where its learner may. */
export interface Printing {
  mayPrint(question: Question): boolean
  onPrint(questionId: string): void
}

const renderHtml = (html: string) => <Html html={html} />
const renderRecording = (recording: CountedRecording) => <LazyFieldRecording {...recording} />
const renderCustomCode = (code: CustomCode, files: ExamFiles) => <LazyCode code={code} files={files} />
const keepDialogClear = (actions: HTMLElement) => keepClear(actions, watchPresses().lastPoint())

const BookmarkButton = ({
  isOn,
  isDisabled,
  onPress,
}: {
  readonly isOn: boolean
  readonly isDisabled: boolean
  onPress(): void
}) => {
  const { text } = usePlayer()
  return (
    <Button variant="quiet" aria-pressed={isOn} onPress={onPress} isDisabled={isDisabled}>
      <Icon name={isOn ? 'bookmarkFilled' : 'bookmark'} />
      <span className={styles.bookmarkLabel}>{text('exam.bookmark')}</span>
    </Button>
  )
}

/** What was typed last isn't taken: the server would refuse it forever. */
const TooLong = () => {
  const { text } = usePlayer()
  return (
    <p className={styles.tooLong}>
      <Icon name="alert" className={styles.savedIcon} />
      <span>{text('exam.tooLong', { most: maxAnswerCharacters })}</span>
    </p>
  )
}

/** One question: its text, its panel, its marks and bookmark, and where its answer is. */
export const QuestionView = memo(
  ({
    question,
    formRun,
    files,
    uploads,
    mayAnswer,
    onTextFocus,
    printing,
    shownId,
    listed,
    isCurrent = false,
  }: {
    readonly question: Question
    readonly formRun: FormRun
    readonly files: ExamFiles
    readonly uploads: PanelUploads
    readonly mayAnswer: boolean
    onTextFocus(focused: boolean): void
    readonly printing: Printing
    /** The schedule's user, where the organisation shows their id. */
    readonly shownId?: string | undefined
    /** Where the section shows all its questions. */
    readonly listed?: Listed
    readonly isCurrent?: boolean
  }) => {
    const { text, clock, reportError } = usePlayer()
    const heading = useRef<HTMLHeadingElement>(null)
    const isAlone = listed === undefined
    useEffect(() => {
      if (isAlone) heading.current?.focus({ preventScroll: true })
    }, [isAlone])
    const rules = rulesOf(question.type)
    const record = useAnswer(formRun, question.id)
    const [Panel] = useState(() => panelOf(question))
    const [reading] = useState(() => explainedReading(question))
    /** What was typed last would be refused by the server forever: it isn't taken, and what was there before stays. */
    const [isTooLong, setTooLong] = useState(false)
    /** It is being checked, or was for the last time. */
    const [isHeld, setHeld] = useState(false)
    const headingId = `question-${question.number}`
    const textId = `${headingId}-text`
    const interact = listed && (() => listed.onInteract(question.id))
    const Heading = listed ? 'h2' : 'h1'
    const save = (changed: AnswerChange, what: string) => {
      formRun.answers.save(question.id, changed).catch((error: unknown) => reportError(error, what))
    }
    const change = (answer: unknown) => {
      interact?.()
      const changed = { answer: rules.toWire(question, answer) }
      const isOver = isAnswerTooLong(changed.answer)
      setTooLong(isOver)
      if (isOver) return
      const isNow = rules.sendsNow?.(question, rules.fromWire(question, record.answer), answer) === true
      if (!isNow && (rules.savesAs?.(question) ?? rules.saves) === 'text') formRun.answers.draft(question.id, changed)
      else save(changed, 'save answer')
    }
    return (
      <HtmlReadingProvider reading={reading}>
        <article
          className={classNames(styles.card, isCurrent && styles.current)}
          aria-labelledby={headingId}
          onFocusCapture={interact}
          onClickCapture={interact}
        >
          <header className={styles.head}>
            {listed && <QuestionButton question={question} formRun={formRun} isCurrent={isCurrent} onPick={listed.onPick} />}
            <Heading id={headingId} ref={heading} tabIndex={-1} className={classNames(styles.heading, listed && styles.spoken)}>
              {text('exam.question', { number: question.number })}
            </Heading>
            {question.marks > 0 && <span className={styles.marks}>{text('exam.marks', { marks: question.marks })}</span>}
            <div className={styles.actions}>
              {printing.mayPrint(question) && (
                <PrintButton number={question.number} onPrint={() => printing.onPrint(question.id)} />
              )}
              <BookmarkButton
                isOn={record.bookmarked}
                isDisabled={question.disabled}
                onPress={() => save({ bookmarked: !record.bookmarked }, 'bookmark')}
              />
            </div>
          </header>
          {question.introText !== '' && (
            <div className={styles.text}>
              <Html html={question.introText} />
            </div>
          )}
          {!rules.panelShowsText && <QuestionText id={textId} html={question.text} />}
          <div className={styles.panel}>
            <Suspense fallback={<div className={styles.panelSpace} />}>
              <Panel
                question={question}
                answer={rules.fromWire(question, record.answer)}
                onChange={change}
                disabled={question.disabled || !mayAnswer || isHeld}
                labelledBy={rules.panelShowsText ? headingId : `${headingId} ${textId}`}
                renderHtml={renderHtml}
                renderRecording={renderRecording}
                renderCustomCode={renderCustomCode}
                cleanHtml={cleanHtml}
                files={files}
                uploads={uploads}
                reportError={reportError}
                text={text}
                nowMs={clock.nowMs}
                keepClear={keepDialogClear}
                onTextFocus={onTextFocus}
              />
            </Suspense>
          </div>
          {reading.Explained && <reading.Explained />}
          <LazyAttempts question={question} formRun={formRun} mayAnswer={mayAnswer} onHold={setHeld} />
          {/* Where only a visit is saved, nothing that the learner gave is: not even its absence is called saved. */}
          <div role="alert">{isTooLong && <TooLong />}</div>
          {!isTooLong && !rules.savesVisitOnly && <SavedState formRun={formRun} questionId={question.id} />}
          {shownId !== undefined && <p className={styles.shownId}>{shownId}</p>}
        </article>
      </HtmlReadingProvider>
    )
  },
)
