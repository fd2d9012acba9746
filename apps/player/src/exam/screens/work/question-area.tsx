import { asksForFiles } from '@sitwell/question-types/rules'
import { type CSSProperties, Suspense, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { usePlayer } from '../../../context/player-context.tsx'
import { createExamFileReader } from '../../content/exam-file-reader.ts'
import { hasTools, toolsOfQuestion } from '../../content/tools-of-question.ts'
import type { ExamRun } from '../../session/run/use-exam-run.ts'
import { LazyPrintDialog } from '../print/lazy-print-dialog.tsx'
import { mayPrintOf } from '../print/may-print-of.ts'
import { LazyAllQuestions } from '../question/lazy-all-questions.tsx'
import { QuestionView } from '../question/question-view.tsx'
import { useCleanAhead } from '../question/use-clean-ahead.ts'
import { LazyTools } from '../tools/lazy-tools.tsx'
import styles from '../tools/tools.module.css'
import type { ToolsDesk } from '../tools/tools.tsx'
import { createFileDesk } from '../tools/upload/file-desk.ts'
import { LazyUploadPanel } from '../tools/upload/lazy-upload-panel.tsx'
import type { useWorkLayout } from './use-work-layout.ts'

/**
 * The question where the learner is, or all of its section, where that shows them at once; and the tools that the question asks for.
 * Their room is kept where the exam has any, so that no question stands elsewhere than the one before.
 */
export const QuestionArea = ({
  run,
  layout,
  dock,
  onTextFocus,
}: {
  readonly run: ExamRun
  readonly layout: ReturnType<typeof useWorkLayout>
  /** The place of the tools, if the layout docks them. */
  readonly dock: HTMLElement | null
  onTextFocus(focused: boolean): void
}) => {
  const player = usePlayer()
  const { visit, formRun } = run
  const { questionId, together } = run.moves
  const files = useMemo(() => createExamFileReader(player, visit), [player, visit])
  const [uploads] = useState(createFileDesk)
  const [toolsDesk] = useState<ToolsDesk>({})
  const [printed, setPrinted] = useState<string>()
  const printing = useMemo(
    () => ({ mayPrint: mayPrintOf(player.client, visit.exam), onPrint: setPrinted }),
    [player.client, visit.exam],
  )
  const { showQuestionIdInPlayer } = player.settings
  const shownId = showQuestionIdInPlayer ? String(visit.schedule.scheduleUserId ?? player.session.user.id) : undefined
  const shared = { formRun, files, uploads, mayAnswer: run.mayAnswer, onTextFocus, printing, shownId }
  // As long as any question has one: what the calculator shows stays from question to question.
  const examHasTools = useMemo(() => hasTools(visit.exam), [visit.exam])
  const question = visit.exam.questions.get(questionId)
  const at = visit.exam.paper.order.indexOf(questionId)
  useCleanAhead(
    [at + 1, at - 1].map((place) => visit.exam.questions.get(visit.exam.paper.order[place] ?? '')),
    questionId,
  )
  if (!question) throw new Error(`The exam has no question ${questionId}`)
  const tools = examHasTools && (
    <LazyTools
      tools={toolsOfQuestion(visit.exam, questionId)}
      desk={toolsDesk}
      formRun={formRun}
      questionId={questionId}
      {...(together && { ofQuestion: question.number })}
      isDisabled={question.disabled || !run.mayAnswer}
      onTextFocus={onTextFocus}
    />
  )
  return (
    <div className={styles.beside} data-tools={layout.tools} style={{ '--tools-px': `${layout.toolsPx}px` } as CSSProperties}>
      {together ? (
        <LazyAllQuestions key={together.id} {...shared} exam={visit.exam} section={together} moves={run.moves} />
      ) : (
        <QuestionView key={questionId} question={question} {...shared} />
      )}
      {layout.tools === 'docked' ? dock && createPortal(tools, dock) : tools}
      {asksForFiles(question) && (
        <LazyUploadPanel run={run} questionId={questionId} isDisabled={question.disabled || !run.mayAnswer} desk={uploads} />
      )}
      {printed !== undefined && (
        <Suspense fallback={null}>
          <LazyPrintDialog run={run} questionId={printed} onClose={() => setPrinted(undefined)} />
        </Suspense>
      )}
    </div>
  )
}
