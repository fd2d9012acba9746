import { reachable } from '@sitwell/exam/parts/navigation'
import { useBlocker } from '@sitwell/navigation/navigation.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Dialog } from '@sitwell/ui/dialog.tsx'
import { useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import { placeOf } from '../../session/moves/place-of.ts'
import type { ExamRun } from '../../session/run/use-exam-run.ts'

/**
 * Blocks the way to a question that can't be gone to, as those of a completed part, and says so (spec 3 §2): by the browser's Back,
 * and by an address, which has been left for an open question already when the exam shows.
 */
export const ClosedQuestionGuard = ({ run, asked }: { readonly run: ExamRun; readonly asked: string | undefined }) => {
  const { text } = usePlayer()
  const { exam } = run.visit
  const isClosed = (questionId: string) => {
    if (!exam.paper.placeOf.has(questionId) || questionId === run.moves.questionId) return false
    const place = placeOf(exam, run.formRun.time.read().time)
    return !reachable(exam.paper, exam.plan, place).includes(questionId)
  }
  const [isWarned, setWarned] = useState(() => asked !== undefined && isClosed(asked))
  const base = `/exam/${exam.content.examGuid}/`
  useBlocker(({ to }) => {
    const isBlocked = to.pathname.startsWith(base) && isClosed(to.pathname.slice(base.length))
    if (isBlocked) setWarned(true)
    return isBlocked
  })
  if (!isWarned) return null
  return (
    <Dialog
      role="alertdialog"
      title={text('exam.closedQuestionTitle')}
      onClose={() => setWarned(false)}
      actions={
        <Button variant="primary" onPress={() => setWarned(false)} autoFocus>
          {text('exam.closedQuestionConfirm')}
        </Button>
      }
    >
      <p>{text('exam.closedQuestion')}</p>
    </Dialog>
  )
}
