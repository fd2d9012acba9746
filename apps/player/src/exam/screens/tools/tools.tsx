import { type CalculatorKey, clearedCalculator, evaluationMode, press } from '@sitwell/exam/calculator/calculator'
import { Button } from '@sitwell/ui/button.tsx'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import type { ToolsOfQuestion } from '../../content/tools-of-question.ts'
import { useAnswer } from '../../session/run/use-answer.ts'
import { Calculator } from './calculator.tsx'
import { CalculatorIcon } from './calculator-icon.tsx'
import styles from './tools.module.css'
import { Workings } from './workings.tsx'

/** What the calculator shows, and whether it is open: kept while the tools move to another place of the page. */
export interface ToolsDesk {
  state?: typeof clearedCalculator
  isOpen?: boolean
}

/**
 * What stands beside a question: a button that opens the calculator, which comes with a workings box, and that box by itself where
 * the question asks for workings (spec 3 §2). It stays in place from question to question, and so does what the calculator shows.
 */
const Tools = ({
  tools,
  desk,
  formRun,
  questionId,
  ofQuestion,
  isDisabled,
  onTextFocus,
}: {
  readonly tools: ToolsOfQuestion
  readonly desk: ToolsDesk
  readonly formRun: FormRun
  readonly questionId: string
  /** Number of the question, where several are shown and it has to be said which one is meant. */
  readonly ofQuestion?: number
  /** Nothing can be answered just now; the calculator works anyway. */
  readonly isDisabled: boolean
  onTextFocus(focused: boolean): void
}) => {
  const { text, settings } = usePlayer()
  const mode = evaluationMode(settings.calculatorEvaluationMode)
  const [state, onPress] = useReducer(
    (before: typeof clearedCalculator, key: CalculatorKey) => press(before, key, mode),
    desk.state ?? clearedCalculator,
  )
  const [isOpen, setOpen] = useState(desk.isOpen ?? false)
  // Opening it takes the focus there; coming to another question while it is open doesn't.
  const justOpened = useRef(false)
  useEffect(() => {
    justOpened.current = false
    Object.assign(desk, { state, isOpen })
  })
  const { workings } = useAnswer(formRun, questionId)
  const change = useCallback(
    (changed: string) => formRun.answers.draft(questionId, { workings: changed }),
    [formRun, questionId],
  )
  if (!tools.calculator && !tools.workings) return null
  const showsCalculator = tools.calculator && isOpen
  return (
    <section aria-label={text('tools.label')} className={styles.tools}>
      {ofQuestion !== undefined && <p className={styles.caption}>{text('exam.question', { number: ofQuestion })}</p>}
      {tools.calculator && (
        <Button
          aria-expanded={isOpen}
          className={styles.opener}
          onPress={() => {
            justOpened.current = !isOpen
            setOpen(!isOpen)
          }}
        >
          <CalculatorIcon />
          {text('tools.calculator')}
        </Button>
      )}
      {showsCalculator && <Calculator state={state} takesFocus={justOpened.current} onPress={onPress} />}
      {(tools.workings || showsCalculator) && (
        <Workings key={questionId} value={workings} isDisabled={isDisabled} onChange={change} onTextFocus={onTextFocus} />
      )}
    </section>
  )
}

export default Tools
