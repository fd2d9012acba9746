import { pickSection, questionsOf, type SectionNode } from '@sitwell/exam/paper/paper'
import type { ReviewFilter } from '@sitwell/exam/paper/review'
import { shownTogether } from '@sitwell/exam/paper/shown-together'
import { beginsTime } from '@sitwell/exam/parts/begin-time'
import { nextReachable, previousReachable, reachable } from '@sitwell/exam/parts/navigation'
import { afterPaint } from '@sitwell/layer/after-paint.ts'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type ActivityType, activityTypes } from '../../../sync/activity/activity-types.ts'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import type { ExamVisit } from '../../content/exam-visit.ts'
import type { useActivity } from '../use-activity.ts'
import { leaveQuestion } from './leave-question.ts'
import { placeOf } from './place-of.ts'
import { useShownQuestion } from './use-shown-question.ts'

/** The question that shows, and the ways from it. While moving is off, none of them leads anywhere. */
export interface Moves {
  readonly questionId: string
  /** The section that shows all its questions at once, where the learner is in one. */
  readonly together: SectionNode | undefined
  /** How often the learner wanted to be led to the question where they are already. */
  readonly wishes: number
  /** What of the review shows, where the learner is in it instead of the question. */
  readonly reviewing: ReviewFilter | undefined
  /** How often the learner wanted to be led to the review, also if it shows already. */
  readonly reviewWishes: number
  /** Goes to a question, and logs it as an activity of this type. Where a time would begin by that, of which the learner isn't told, it is asked first. */
  moveTo(questionId: string | undefined, type: ActivityType, isTold?: boolean): void
  /** The question by which a time would begin, while it is asked whether to go there. */
  readonly beginning: string | undefined
  /** Goes there, or stays. */
  begin(isWanted: boolean): void
  previous(): void
  next(): void
  pick(questionId: string): void
  pickSection(section: SectionNode): void
  /** Leads to the review. */
  review(filter: ReviewFilter): void
  /** Shows other questions of the review, where the learner is in it. */
  filterReview(filter: ReviewFilter): void
  /** Back to the question from which the review was come to. */
  leaveReview(): void
  /** The learner does something in another question that shows with this one. */
  interact(questionId: string): void
}

export const useMoves = (
  { exam, log }: ExamVisit,
  formRun: FormRun,
  logging: ReturnType<typeof useActivity>,
  address: string,
  mayMove: boolean,
  /** Whether what was changed in a question could be saved as its learner left it. */
  onSaved: (isSaved: boolean) => void,
  onError: (error: unknown) => void,
): Moves => {
  const { paper, plan, content } = exam
  const navigate = useNavigate()
  const goTo = useCallback(
    (target: string) => void navigate({ to: `/exam/${content.examGuid}/${target}`, resetScroll: false }),
    [navigate, content.examGuid],
  )
  const [questionId, open] = useShownQuestion(address, goTo)
  const [wishes, setWishes] = useState(0)
  const [review, setReview] = useState<{ readonly from: string; readonly filter: ReviewFilter }>()
  const [reviewWishes, setReviewWishes] = useState(0)
  const [beginning, setBeginning] = useState<readonly [target: string, type: ActivityType]>()
  // The browser's Back leads to another question, and so out of it for good.
  if (review && review.from !== questionId) setReview(undefined)
  const reviewing = review?.from === questionId ? review.filter : undefined
  const together = shownTogether(paper, questionId, (id) => exam.sections.get(id)?.displayAllQuestions ?? false)
  const shownPage = together?.id ?? questionId
  const shownIds = together ? questionsOf(together).join('\n') : questionId
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page begins at its top
  useEffect(() => {
    document.querySelector('[data-scrolls]')?.scrollTo({ top: 0 })
  }, [shownPage, reviewing === undefined])
  useEffect(() => {
    afterPaint(() => {
      formRun.seen.add(shownIds.split('\n'))
      formRun.moveTo(questionId)
    })
    return () => void leaveQuestion(formRun.answers, questionId, { onSaved, onError })
  }, [formRun, questionId, shownIds, onSaved, onError])

  const current = useRef({ questionId, mayMove })
  current.current = { questionId, mayMove }
  const comeTo = useCallback(
    (target: string, type: ActivityType) => {
      open(target)
      afterPaint(() => {
        logging.flush()
        log.record(type, target)
      })
    },
    [log, logging, open],
  )
  const placeNow = useCallback(() => placeOf(exam, formRun.time.read().time), [exam, formRun])
  const moveTo = useCallback(
    (target: string | undefined, type: ActivityType, isTold = false) => {
      const at = current.current
      if (!at.mayMove || target === undefined) return
      if (target === at.questionId) {
        setReview(undefined)
        return setWishes((count) => count + 1)
      }
      if (!reachable(paper, plan, placeNow()).includes(target)) return
      const isAsked = !isTold && beginsTime(paper, plan, formRun.time.read().time, target)
      setBeginning(isAsked ? [target, type] : undefined)
      if (isAsked) return
      setReview(undefined)
      comeTo(target, type)
    },
    [paper, plan, placeNow, comeTo, formRun],
  )
  return {
    questionId,
    together,
    wishes,
    reviewing,
    reviewWishes,
    moveTo,
    beginning: beginning?.[0],
    begin: useCallback(
      (isWanted: boolean) => {
        setBeginning(undefined)
        if (isWanted && beginning) moveTo(...beginning, true)
      },
      [beginning, moveTo],
    ),
    review: useCallback(
      (filter: ReviewFilter) => {
        const { questionId: from, mayMove: may } = current.current
        if (!may) return
        void leaveQuestion(formRun.answers, from, { onSaved, onError })
        setReview({ from, filter })
        setReviewWishes((count) => count + 1)
      },
      [formRun, onSaved, onError],
    ),
    filterReview: useCallback((filter: ReviewFilter) => setReview((now) => now && { ...now, filter }), []),
    leaveReview: useCallback(() => {
      setReview(undefined)
      setWishes((count) => count + 1)
    }, []),
    interact: useCallback((target: string) => comeTo(target, activityTypes.moveQuestion), [comeTo]),
    previous: useCallback(
      () => moveTo(previousReachable(paper, plan, placeNow(), current.current.questionId), activityTypes.previous),
      [moveTo, paper, plan, placeNow],
    ),
    next: useCallback(
      () => moveTo(nextReachable(paper, plan, placeNow(), current.current.questionId), activityTypes.next),
      [moveTo, paper, plan, placeNow],
    ),
    pick: useCallback((target: string) => moveTo(target, activityTypes.moveQuestion), [moveTo]),
    pickSection: useCallback(
      (node: SectionNode) => {
        const { questionId: at } = current.current
        const open = reachable(paper, plan, placeNow())
        const first = questionsOf(node).find((id) => open.includes(id))
        moveTo(pickSection(node, at) === at ? at : first, activityTypes.moveSection)
      },
      [moveTo, paper, plan, placeNow],
    ),
  }
}
