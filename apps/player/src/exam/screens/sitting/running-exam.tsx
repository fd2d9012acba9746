import { progress, sectionsAround } from '@sitwell/exam/paper/paper'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import type { FinishingOfRun } from '../../session/finishing/use-finishing.ts'
import { useReach } from '../../session/moves/use-reach.ts'
import type { ExamRun } from '../../session/run/use-exam-run.ts'
import { NavigationPanel } from '../question/navigation-panel.tsx'
import { LazyReviewPage } from '../review/lazy-review.tsx'
import { ReviewBar } from '../review/review-bar.tsx'
import { useWorkLayout } from '../work/use-work-layout.ts'
import { WorkSurface } from '../work/work-surface.tsx'
import { ExamBar } from './exam-bar.tsx'
import { MoveBar } from './move-bar.tsx'
import { QuestionsDrawer } from './questions-drawer.tsx'
import styles from './sitting.module.css'
import { StatusLine } from './status-line.tsx'
import { useArrowKeys } from './use-arrow-keys.ts'
import { usePageMark } from './use-page-mark.ts'

type RunningContent = ExamRun['visit']['exam']

const numberOf = ({ questions }: RunningContent, questionId: string) => questions.get(questionId)?.number ?? 0

/** The names of the sections around a question, as one line; empty if the organisation hides them. */
const useSectionLine = ({ paper, sections }: RunningContent, questionId: string) => {
  const { settings } = usePlayer()
  const names = sectionsAround(paper, questionId).map(({ id }) => sections.get(id)?.name ?? '')
  return settings.hideSectionNamesInPlayer ? '' : names.filter((name) => name !== '').join(' · ')
}

/** The page is named by what it shows, and by the exam alone once that is gone. */
const usePageTitle = ({ visit: { exam }, moves }: ExamRun) => {
  const { text } = usePlayer()
  const { examName } = exam.content
  const number = numberOf(exam, moves.questionId)
  const title =
    moves.reviewing === undefined
      ? text('exam.pageTitle', { number, exam: examName })
      : text('review.pageTitle', { exam: examName })
  useEffect(() => {
    document.title = title
  }, [title])
  // Not with each: a change of a title goes to the browser's own window.
  useEffect(
    () => () => {
      document.title = examName
    },
    [examName],
  )
}

/** What Finish does: the answers are looked at first, whatever is answered, as long as there is a question to go back to. */
const finishFrom = (canReview: boolean, reviewAll: () => void, { start }: FinishingOfRun) => (canReview ? reviewAll : start)

/** The exam while its questions show: the way to them, the time, and the way out. */
export const RunningExam = ({ run, finishing }: { readonly run: ExamRun; readonly finishing: FinishingOfRun }) => {
  const { visit, formRun, moves } = run
  const { exam } = visit
  const { questionId, wishes, reviewing } = moves
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const textHasFocus = useRef(false)
  const onTextFocus = useCallback((focused: boolean) => {
    textHasFocus.current = focused
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a pick closes the drawer, also one of the question that shows
  useEffect(() => {
    setDrawerOpen(false)
  }, [questionId, wishes])
  const isReviewing = reviewing !== undefined
  const shownPage = isReviewing ? 'review' : (moves.together?.id ?? questionId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a text of the page before has the focus no more
  useEffect(() => {
    textHasFocus.current = false
  }, [shownPage])
  // They turn pages: nobody comes to the end of an exam by one key too many.
  const [turnsBack, turnsOn] = isReviewing ? [moves.leaveReview, () => undefined] : [moves.previous, moves.next]
  useArrowKeys(turnsBack, turnsOn, () => textHasFocus.current || !finishing.isAnswering || moves.beginning !== undefined)

  const layout = useWorkLayout(exam)
  const list = isReviewing ? 'none' : layout.list
  usePageMark('data-questions')
  usePageTitle(run)
  const sectionLine = useSectionLine(exam, questionId)
  const { current: place, total } = progress(exam.paper, questionId)
  const reach = useReach(run)
  const canGoOn = exam.paper.order.slice(place).some(reach.isReachable)
  // Behind the last question, or the last of a one-way part, is what it comes to.
  const canReview = run.mayMove && exam.paper.order.some(reach.isReachable)
  // The bar is drawn again for each new function.
  const { review } = moves
  const reviewAll = useCallback(() => review('all'), [review])
  const goOn = canGoOn ? moves.next : reviewAll
  const finishes = reach.hasNextPart ? 'part' : 'exam'
  const panel = (
    <NavigationPanel
      exam={exam}
      formRun={formRun}
      currentQuestionId={questionId}
      reach={reach}
      onPick={moves.pick}
      onPickSection={moves.pickSection}
    />
  )
  return (
    <>
      <ExamBar
        formRun={formRun}
        visit={visit}
        mayMove={run.mayMove}
        isShowingInstructions={run.isShowingInstructions}
        toggleInstructions={run.toggleInstructions}
        sectionName={isReviewing ? '' : sectionLine}
        onOpenQuestions={list === 'drawer' ? () => setDrawerOpen(true) : undefined}
        onFinish={isReviewing ? undefined : finishFrom(canReview, reviewAll, finishing)}
      />
      <div className={styles.middle} data-list={list}>
        {list === 'beside' && <aside className={styles.side}>{panel}</aside>}
        {isReviewing && (
          <Suspense fallback={null}>
            <LazyReviewPage run={run} filter={reviewing} finishes={finishes} />
          </Suspense>
        )}
        {/* It stays behind the review: its recordings continue, and what was opened is there again. */}
        <WorkSurface run={run} layout={layout} isHidden={isReviewing} onTextFocus={onTextFocus} />
      </div>
      <footer className={styles.foot}>
        <StatusLine sync={visit.sync} note={run.note} />
        {isReviewing ? (
          <ReviewBar run={run} number={numberOf(exam, questionId)} finishes={finishes} onFinish={finishing.start} />
        ) : (
          <MoveBar
            current={place}
            total={total}
            canGoBack={exam.paper.order.slice(0, place - 1).some(reach.isReachable)}
            canGoOn={canGoOn || canReview}
            onPrevious={moves.previous}
            onNext={goOn}
          />
        )}
      </footer>
      {list === 'drawer' && (
        <QuestionsDrawer isOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)}>
          {panel}
        </QuestionsDrawer>
      )}
    </>
  )
}
