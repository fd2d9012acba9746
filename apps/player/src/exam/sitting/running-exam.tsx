import { progress, sectionsAround } from '@sitwell/exam/paper'
import { useCallback, useEffect, useRef, useState } from 'react'
import { usePlayer } from '../../api/player-context.tsx'
import type { FinishingOfRun } from '../finishing/use-finishing.ts'
import { ExamBar } from './exam-bar.tsx'
import { MoveBar } from './move-bar.tsx'
import { NavigationPanel } from './navigation-panel.tsx'
import { QuestionsDrawer } from './questions-drawer.tsx'
import styles from './sitting.module.css'
import { StatusLine } from './status-line.tsx'
import { useArrowKeys } from './use-arrow-keys.ts'
import type { ExamRun } from './use-exam-run.ts'
import { useReach } from './use-reach.ts'
import { useWorkLayout } from './use-work-layout.ts'
import { WorkSurface } from './work-surface.tsx'

/** The exam while its questions show: the way to them, the time, and the way out. */
export const RunningExam = ({ run, finishing }: { readonly run: ExamRun; readonly finishing: FinishingOfRun }) => {
  const { settings, text } = usePlayer()
  const { visit, formRun, moves } = run
  const { exam } = visit
  const { questionId, wishes } = moves
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const textHasFocus = useRef(false)
  const onTextFocus = useCallback((focused: boolean) => {
    textHasFocus.current = focused
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a pick closes the drawer, also one of the question that shows
  useEffect(() => {
    setDrawerOpen(false)
  }, [questionId, wishes])
  const shownPage = moves.together?.id ?? questionId
  // biome-ignore lint/correctness/useExhaustiveDependencies: a text of the page before has the focus no more
  useEffect(() => {
    textHasFocus.current = false
  }, [shownPage])
  useArrowKeys(moves.previous, moves.next, () => textHasFocus.current || !finishing.isAnswering)

  const layout = useWorkLayout(exam)
  const { examName } = exam.content
  const pageTitle = text('exam.pageTitle', { number: exam.questions.get(questionId)?.number ?? '', exam: examName })
  useEffect(() => {
    document.title = pageTitle
    return () => {
      document.title = examName
    }
  }, [pageTitle, examName])
  const { current: place, total } = progress(exam.paper, questionId)
  const around = sectionsAround(exam.paper, questionId).map(({ id }) => exam.sections.get(id)?.name ?? '')
  const reach = useReach(run)
  const canGoOn = exam.paper.order.slice(place).some(reach.isReachable)
  // A one-way part is left by finishing it, which asks.
  const isPartEnd = !canGoOn && run.mayMove && reach.hasNextPart
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
        run={run}
        sectionName={settings.hideSectionNamesInPlayer ? '' : around.filter((name) => name !== '').join(' · ')}
        onOpenQuestions={layout.list === 'drawer' ? () => setDrawerOpen(true) : undefined}
        onFinish={finishing.start}
      />
      <div className={styles.middle} data-list={layout.list}>
        {layout.list === 'beside' && <aside className={styles.side}>{panel}</aside>}
        <WorkSurface run={run} layout={layout} onTextFocus={onTextFocus} />
      </div>
      <footer className={styles.foot}>
        <StatusLine sync={visit.sync} told={run.told} />
        <MoveBar
          current={place}
          total={total}
          canGoBack={exam.paper.order.slice(0, place - 1).some(reach.isReachable)}
          canGoOn={canGoOn || isPartEnd}
          onPrevious={moves.previous}
          onNext={isPartEnd ? finishing.start : moves.next}
        />
      </footer>
      <QuestionsDrawer isOpen={isDrawerOpen && layout.list === 'drawer'} onClose={() => setDrawerOpen(false)}>
        {panel}
      </QuestionsDrawer>
    </>
  )
}
