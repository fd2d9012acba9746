import { rulesOf } from '@sitwell/question-types/rules'
import { type CSSProperties, Suspense, useMemo, useState } from 'react'
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
import { useCleanAhead } from './use-clean-ahead.ts'
import type { ExamRun } from './use-exam-run.ts'
import type { useWorkLayout } from './use-work-layout.ts'

/**
 * The question where the learner is, or all of its section, where that shows them at once; and the tools that the question asks for.
 * Their room is kept where the exam has any, so that no question stands elsewhere than the one before.
 */
export const QuestionArea = ({
  run,
  layout,
  onTextFocus,
}: {
  readonly run: ExamRun
  readonly layout: ReturnType<typeof useWorkLayout>
  onTextFocus(focused: boolean): void
}) => {
  const player = usePlayer()
  const { visit, formRun } = run
  const { questionId, together } = run.moves
  const files = useMemo(() => createExamFileReader(player, visit), [player, visit])
  const [printed, setPrinted] = useState<string>()
  const printing = useMemo(
    () => ({ mayPrint: mayPrintOf(player.client, visit.exam), onPrint: setPrinted }),
    [player.client, visit.exam],
  )
  const { showQuestionIdInPlayer } = player.settings
  const shownId = showQuestionIdInPlayer ? String(visit.schedule.scheduleUserId ?? player.session.user.id) : undefined
  const shared = { formRun, files, mayAnswer: run.mayAnswer, onTextFocus, printing, shownId }
  const question = visit.exam.questions.get(questionId)
  const at = visit.exam.paper.order.indexOf(questionId)
  useCleanAhead(
    [at + 1, at - 1].map((place) => visit.exam.questions.get(visit.exam.paper.order[place] ?? '')),
    questionId,
  )
  if (!question) throw new Error(`The exam has no question ${questionId}`)
  return (
    <div className={styles.beside} data-tools={layout.tools} style={{ '--tools-px': `${layout.toolsPx}px` } as CSSProperties}>
      {together ? (
        <AllQuestions key={together.id} {...shared} exam={visit.exam} section={together} moves={run.moves} />
      ) : (
        <QuestionView key={questionId} question={question} {...shared} />
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
