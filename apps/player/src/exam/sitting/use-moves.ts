import { nextQuestion, pickSection, previousQuestion, type SectionNode } from '@sitwell/exam/paper'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type ActivityType, activityTypes } from '../../sync/activity-types.ts'
import type { FormRun } from '../../sync/form-run.ts'
import type { ExamVisit } from '../exam-visit.ts'
import { afterPaint } from './after-paint.ts'
import type { useActivity } from './use-activity.ts'
import { useShownQuestion } from './use-shown-question.ts'

/** The question that shows, and the ways from it. While moving is off, none of them leads anywhere. */
export interface Moves {
  readonly questionId: string
  /** The learner has moved since the exam was opened: the question takes the focus. */
  readonly hasMoved: boolean
  /** Goes to a question, and logs it as an activity of this type. */
  moveTo(questionId: string | undefined, type: ActivityType): void
  previous(): void
  next(): void
  pick(questionId: string): void
  pickSection(section: SectionNode): void
}

export const useMoves = (
  { exam, log }: ExamVisit,
  formRun: FormRun,
  logging: ReturnType<typeof useActivity>,
  address: string,
  mayMove: boolean,
  onError: (error: unknown) => void,
): Moves => {
  const { paper, questions, content } = exam
  const navigate = useNavigate()
  const goTo = useCallback(
    (target: string) => void navigate({ to: `/exam/${content.examGuid}/${target}` }),
    [navigate, content.examGuid],
  )
  const [questionId, open] = useShownQuestion(address, goTo)
  const [hasMoved, setMoved] = useState(false)
  useEffect(() => {
    afterPaint(() => formRun.moveTo(questionId))
    scrollTo({ top: 0 })
    return () => void formRun.answers.saveChanged(questionId).catch(onError)
  }, [formRun, questionId, onError])

  const current = useRef({ questionId, mayMove })
  current.current = { questionId, mayMove }
  const moveTo = useCallback(
    (target: string | undefined, type: ActivityType) => {
      const at = current.current
      if (!at.mayMove || target === undefined || target === at.questionId || questions.get(target)?.disabled) return
      setMoved(true)
      open(target)
      afterPaint(() => {
        logging.flush()
        log.add(type, target)
      })
    },
    [questions, log, logging, open],
  )
  return {
    questionId,
    hasMoved,
    moveTo,
    previous: useCallback(
      () => moveTo(previousQuestion(paper, current.current.questionId), activityTypes.previous),
      [moveTo, paper],
    ),
    next: useCallback(() => moveTo(nextQuestion(paper, current.current.questionId), activityTypes.next), [moveTo, paper]),
    pick: useCallback((target: string) => moveTo(target, activityTypes.moveQuestion), [moveTo]),
    pickSection: useCallback(
      (node: SectionNode) => moveTo(pickSection(node, current.current.questionId), activityTypes.moveSection),
      [moveTo],
    ),
  }
}
