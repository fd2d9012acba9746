import { rulesOf } from '@sitwell/question-types/rules'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { usePlayer } from '../../api/player-context.tsx'
import { createExamFileReader } from '../exam-file-reader.ts'
import { LazyPrintDialog } from '../print/lazy-print-dialog.tsx'
import { mayPrintOf } from '../print/may-print-of.ts'
import styles from '../tools/tools.module.css'
import { Tools } from '../tools/tools.tsx'
import { toolsOfQuestion } from '../tools/tools-of-question.ts'
import { LazyUploadPanel } from '../tools/upload/lazy-upload-panel.tsx'
import { AllQuestions } from './all-questions.tsx'
import { QuestionView } from './question-view.tsx'
import { scenarioOf } from './scenario-of.ts'
import type { ExamRun } from './use-exam-run.ts'

/**
 * The question where the learner is, with its scenario, or all of its section, where that shows them at once; and the tools that
 * the question asks for.
 */
export const QuestionArea = ({ run, onTextFocus }: { readonly run: ExamRun; onTextFocus(focused: boolean): void }) => {
  const player = usePlayer()
  const { rememberScenario } = player.settings
  const { visit, formRun } = run
  const { questionId, together } = run.moves
  const files = useMemo(() => createExamFileReader(player, visit), [player, visit])
  const [isScenarioOpen, setScenarioOpen] = useState(true)
  const shownPage = together?.id ?? questionId
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each page
  useEffect(() => {
    if (!rememberScenario) setScenarioOpen(true)
  }, [shownPage, rememberScenario])
  const [printed, setPrinted] = useState<string>()
  const printing = useMemo(
    () => ({ mayPrint: mayPrintOf(player.client, visit.exam), onPrint: setPrinted }),
    [player.client, visit.exam],
  )
  const { showQuestionIdInPlayer } = player.settings
  const shownId = showQuestionIdInPlayer ? String(visit.schedule.scheduleUserId ?? player.session.user.id) : undefined
  const shared = { formRun, files, mayAnswer: run.mayAnswer, onTextFocus, printing, shownId }
  const scenario = { isScenarioOpen, onToggleScenario: setScenarioOpen }
  const question = visit.exam.questions.get(questionId)
  if (!question) throw new Error(`The exam has no question ${questionId}`)
  return (
    <div className={styles.beside}>
      {together ? (
        <AllQuestions key={together.id} {...shared} {...scenario} exam={visit.exam} section={together} moves={run.moves} />
      ) : (
        <QuestionView
          key={questionId}
          question={question}
          {...shared}
          {...scenario}
          scenarioHtml={scenarioOf(visit.exam, questionId)}
        />
      )}
      <Tools
        tools={toolsOfQuestion(visit.exam, questionId)}
        formRun={formRun}
        questionId={questionId}
        {...(together && { ofQuestion: question.number })}
        isDisabled={question.disabled || !run.mayAnswer}
        onTextFocus={onTextFocus}
      />
      {rulesOf(question.type).takesFiles && (
        <LazyUploadPanel run={run} questionId={questionId} isDisabled={question.disabled || !run.mayAnswer} />
      )}
      {printed !== undefined && (
        <Suspense fallback={null}>
          <LazyPrintDialog run={run} questionId={printed} onClose={() => setPrinted(undefined)} />
        </Suspense>
      )}
    </div>
  )
}
