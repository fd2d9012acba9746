import { useEffect, useMemo, useState } from 'react'
import { usePlayer } from '../../api/player-context.tsx'
import { createExamFileReader } from '../exam-file-reader.ts'
import styles from '../tools/tools.module.css'
import { Tools } from '../tools/tools.tsx'
import { toolsOfQuestion } from '../tools/tools-of-question.ts'
import { QuestionView } from './question-view.tsx'
import { scenarioOf } from './scenario-of.ts'
import type { ExamRun } from './use-exam-run.ts'

/** The question where the learner is, with its scenario, and the tools that it asks for. */
export const QuestionArea = ({ run, onTextFocus }: { readonly run: ExamRun; onTextFocus(focused: boolean): void }) => {
  const player = usePlayer()
  const { rememberScenario } = player.settings
  const { visit, formRun } = run
  const { questionId, hasMoved } = run.moves
  const files = useMemo(() => createExamFileReader(player, visit), [player, visit])
  const [isScenarioOpen, setScenarioOpen] = useState(true)
  useEffect(() => {
    if (!rememberScenario) setScenarioOpen(true)
  }, [questionId, rememberScenario])
  const question = visit.exam.questions.get(questionId)
  if (!question) throw new Error(`The exam has no question ${questionId}`)
  return (
    <div className={styles.beside}>
      <QuestionView
        key={questionId}
        question={question}
        formRun={formRun}
        files={files}
        mayAnswer={run.mayAnswer}
        scenarioHtml={scenarioOf(visit.exam, questionId)}
        isScenarioOpen={isScenarioOpen}
        onToggleScenario={setScenarioOpen}
        onTextFocus={onTextFocus}
        takesFocus={hasMoved}
      />
      <Tools
        tools={toolsOfQuestion(visit.exam, questionId)}
        formRun={formRun}
        questionId={questionId}
        isDisabled={question.disabled || !run.mayAnswer}
        onTextFocus={onTextFocus}
      />
    </div>
  )
}
