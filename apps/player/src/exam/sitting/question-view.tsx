import type { Question } from '@sitwell/contract'
import { type ExamFiles, panelOf } from '@sitwell/question-types/panels'
import { rulesOf } from '@sitwell/question-types/rules'
import { memo, Suspense, useEffect, useRef, useState } from 'react'
import { usePlayer } from '../../api/player-context.tsx'
import type { FormRun } from '../../sync/form-run.ts'
import { Button } from '../../ui/button.tsx'
import { cleanHtml } from '../../ui/clean-html.ts'
import { Html } from '../../ui/html.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './question-view.module.css'
import { SavedState } from './saved-state.tsx'
import { Scenario } from './scenario.tsx'
import { useAnswer } from './use-answer.ts'

const renderHtml = (html: string) => <Html html={html} />

/** One question: its text, its panel, its marks and bookmark, and where its answer is. */
export const QuestionView = memo(
  ({
    question,
    formRun,
    files,
    mayAnswer,
    scenarioHtml,
    isScenarioOpen,
    onToggleScenario,
    onTextFocus,
    takesFocus,
  }: {
    readonly question: Question
    readonly formRun: FormRun
    readonly files: ExamFiles
    readonly mayAnswer: boolean
    readonly scenarioHtml: string
    readonly isScenarioOpen: boolean
    onToggleScenario(isOpen: boolean): void
    onTextFocus(focused: boolean): void
    /** The learner has moved here: a screen reader starts at the question. */
    readonly takesFocus: boolean
  }) => {
    const { text, settings, session, clock, reportError } = usePlayer()
    const heading = useRef<HTMLHeadingElement>(null)
    useEffect(() => {
      if (takesFocus) heading.current?.focus({ preventScroll: true })
    }, [takesFocus])
    const rules = rulesOf(question.type)
    const record = useAnswer(formRun, question.id)
    const [Panel] = useState(() => panelOf(question.type))
    const headingId = `question-${question.number}`
    const textId = `${headingId}-text`
    const change = (answer: unknown) => {
      const changed = { answer: rules.toWire(question, answer) }
      if ((rules.savesAs?.(question) ?? rules.saves) === 'text') formRun.answers.draft(question.id, changed)
      else formRun.answers.save(question.id, changed).catch((error: unknown) => reportError(error, 'save answer'))
    }
    const toggleBookmark = () => {
      const saving = formRun.answers.save(question.id, { bookmarked: !record.bookmarked })
      saving.catch((error: unknown) => reportError(error, 'bookmark'))
    }
    return (
      <article className={styles.card} aria-labelledby={headingId}>
        <header className={styles.head}>
          <h1 id={headingId} ref={heading} tabIndex={-1} className={styles.heading}>
            {text('exam.question', { number: question.number })}
          </h1>
          {question.marks > 0 && (
            <span className={styles.marks}>
              {question.marks === 1 ? text('exam.oneMark') : text('exam.marks', { marks: question.marks })}
            </span>
          )}
          <Button
            variant="quiet"
            className={styles.bookmark}
            aria-pressed={record.bookmarked}
            onPress={toggleBookmark}
            isDisabled={question.disabled}
          >
            <Icon name={record.bookmarked ? 'bookmarkFilled' : 'bookmark'} />
            <span className={styles.bookmarkLabel}>{text('exam.bookmark')}</span>
          </Button>
        </header>
        {scenarioHtml !== '' && <Scenario html={scenarioHtml} isOpen={isScenarioOpen} onToggle={onToggleScenario} />}
        {question.introText !== '' && (
          <div className={styles.text}>
            <Html html={question.introText} />
          </div>
        )}
        {!rules.panelShowsText && (
          <div id={textId} className={styles.text}>
            <Html html={question.text} />
          </div>
        )}
        <div className={styles.panel}>
          <Suspense fallback={<div className={styles.panelSpace} />}>
            <Panel
              question={question}
              answer={rules.fromWire(question, record.answer)}
              onChange={change}
              disabled={question.disabled || !mayAnswer}
              labelledBy={rules.panelShowsText ? headingId : `${headingId} ${textId}`}
              renderHtml={renderHtml}
              cleanHtml={cleanHtml}
              files={files}
              reportError={reportError}
              text={text}
              nowMs={clock.nowMs}
              onTextFocus={onTextFocus}
            />
          </Suspense>
        </div>
        <SavedState formRun={formRun} questionId={question.id} />
        {settings.showQuestionIdInPlayer && <p className={styles.saved}>{session.user.id}</p>}
      </article>
    )
  },
)
