import { nextQuestion, pickSection, previousQuestion, progress, type SectionNode, sectionsAround } from '@sitwell/exam/paper'
import { unanswered } from '@sitwell/exam/unanswered'
import { rulesOf } from '@sitwell/question-types/rules'
import { useNavigate } from '@tanstack/react-router'
import { useMachine } from '@xstate/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { usePlayer } from '../../api/player-context.tsx'
import { type ActivityType, activityTypes } from '../../sync/activity-types.ts'
import type { FormRun } from '../../sync/form-run.ts'
import { useAppBar } from '../../ui/app-bar-state.tsx'
import { createExamFileReader } from '../exam-file-reader.ts'
import type { ExamVisit } from '../exam-visit.ts'
import { givenTimeMs } from '../loaded-exam.ts'
import { afterPaint } from './after-paint.ts'
import { ExamBar } from './exam-bar.tsx'
import { finishingMachine } from './finishing.machine.ts'
import { FinishingDialogs } from './finishing-dialogs.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { MoveBar } from './move-bar.tsx'
import { NavigationPanel } from './navigation-panel.tsx'
import { QuestionView } from './question-view.tsx'
import { QuestionsDrawer } from './questions-drawer.tsx'
import { scenarioOf } from './scenario-of.ts'
import styles from './sitting.module.css'
import { StatusLine } from './status-line.tsx'
import { Timer } from './timer.tsx'
import { useActivity } from './use-activity.ts'
import { isAnswered } from './use-answer.ts'
import { useArrowKeys } from './use-arrow-keys.ts'
import { usePageLife } from './use-page-life.ts'
import { useShownQuestion } from './use-shown-question.ts'

/** The running exam: one question at a time, the way to the others, the time, and the way out. */
export const Sitting = ({
  visit,
  formRun,
  questionId: address,
  onFinished,
}: {
  readonly visit: ExamVisit
  readonly formRun: FormRun
  /** The question of the page's address. */
  readonly questionId: string
  onFinished(): void
}) => {
  const player = usePlayer()
  const { reportError, settings } = player
  const navigate = useNavigate()
  const { exam, log, schedule } = visit
  const { paper, questions, content, times } = exam
  const [state, send] = useMachine(finishingMachine)
  const goTo = useCallback(
    (target: string) => void navigate({ to: `/exam/${content.examGuid}/${target}` }),
    [navigate, content.examGuid],
  )
  const [questionId, open] = useShownQuestion(address, goTo)
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [isScenarioOpen, setScenarioOpen] = useState(true)
  const [hasMoved, setMoved] = useState(false)
  const textHasFocus = useRef(false)
  const files = useMemo(() => createExamFileReader(player, visit), [player, visit])
  const onError = useCallback((error: unknown) => reportError(error, 'sitting'), [reportError])

  useAppBar({ title: content.examName })
  usePageLife(formRun, onError)
  const logging = useActivity(visit, formRun)

  useEffect(() => {
    textHasFocus.current = false
    afterPaint(() => formRun.moveTo(questionId))
    if (!settings.rememberScenario) setScenarioOpen(true)
    scrollTo({ top: 0 })
    return () => void formRun.answers.saveChanged(questionId).catch(onError)
  }, [formRun, questionId, settings.rememberScenario, onError])

  const current = useRef(questionId)
  current.current = questionId
  const moveTo = useCallback(
    (target: string | undefined, type: ActivityType) => {
      setDrawerOpen(false)
      if (target === undefined || target === current.current || questions.get(target)?.disabled) return
      setMoved(true)
      open(target)
      afterPaint(() => {
        logging.flush()
        log.add(type, target)
      })
    },
    [questions, log, logging, open],
  )
  const pick = useCallback((target: string) => moveTo(target, activityTypes.moveQuestion), [moveTo])
  const onPickSection = useCallback(
    (node: SectionNode) => moveTo(pickSection(node, current.current), activityTypes.moveSection),
    [moveTo],
  )
  const goPrevious = () => moveTo(previousQuestion(paper, questionId), activityTypes.previous)
  const goNext = () => moveTo(nextQuestion(paper, questionId), activityTypes.next)
  useArrowKeys(goPrevious, goNext, () => textHasFocus.current || !state.matches('answering'))
  const onTextFocus = useCallback((focused: boolean) => {
    textHasFocus.current = focused
  }, [])

  const findUnanswered = () => {
    const states = paper.order.flatMap((id) => {
      const question = questions.get(id)
      if (!question) return []
      const { takesAnswer } = rulesOf(question.type)
      return [{ id, takesAnswer, reachable: !question.disabled, answered: isAnswered(question, formRun.answers.get(id)) }]
    })
    return unanswered(states).flatMap((id) => questions.get(id) ?? [])
  }
  const finish = (type: ActivityType) => {
    logging.flush()
    if (type !== activityTypes.finishExam) log.add(type)
    log.add(activityTypes.finishExam)
    onFinished()
  }
  const isFinished = state.matches('finished')
  const question = questions.get(questionId)
  if (!question) throw new Error(`The exam has no question ${questionId}`)
  const { current: place, total } = progress(paper, questionId)
  const around = sectionsAround(paper, questionId).map(({ id }) => exam.sections.get(id)?.name ?? '')
  const panel = (
    <NavigationPanel exam={exam} formRun={formRun} currentQuestionId={questionId} onPick={pick} onPickSection={onPickSection} />
  )
  const givenMs = givenTimeMs(exam)

  return (
    // A right click opens nothing during an exam (spec 3 §4).
    <div className={styles.sitting} onContextMenu={(event) => event.preventDefault()}>
      <ExamBar
        sectionName={settings.hideSectionNamesInPlayer ? '' : around.filter((name) => name !== '').join(' · ')}
        onOpenQuestions={() => setDrawerOpen(true)}
        onFinish={() => send({ type: 'FINISH' })}
        timer={
          givenMs !== undefined && (
            <Timer
              clock={formRun.clock}
              totalMs={givenMs}
              warningMs={times.warningTimeMs}
              onTimeUp={() => {
                if (isFinished) return
                send({ type: 'TIME_UP' })
                finish(activityTypes.timedOut)
              }}
            />
          )
        }
      />
      <div className={styles.middle}>
        <aside className={styles.side}>{panel}</aside>
        <main id="main" tabIndex={-1} className={styles.main}>
          <QuestionView
            key={questionId}
            question={question}
            formRun={formRun}
            files={files}
            scenarioHtml={scenarioOf(exam, questionId)}
            isScenarioOpen={isScenarioOpen}
            onToggleScenario={setScenarioOpen}
            onTextFocus={onTextFocus}
            takesFocus={hasMoved}
          />
        </main>
      </div>
      <footer className={styles.foot}>
        <StatusLine sync={visit.sync} />
        <MoveBar current={place} total={total} onPrevious={goPrevious} onNext={goNext} />
      </footer>
      <QuestionsDrawer isOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)}>
        {panel}
      </QuestionsDrawer>
      <FinishingDialogs
        state={state}
        examName={content.examName}
        isPractice={schedule.practice}
        unanswered={state.matches('confirming_unanswered') ? findUnanswered() : []}
        onConfirm={() => {
          const open = findUnanswered().length
          send({ type: 'CONFIRM', unanswered: open })
          if (open === 0) finish(activityTypes.finishExam)
        }}
        onFinishAllTheSame={() => {
          send({ type: 'FINISH_ALL_THE_SAME' })
          finish(activityTypes.finishExam)
        }}
        onCancel={() => send({ type: 'CANCEL' })}
        onPick={(id) => {
          send({ type: 'CANCEL' })
          pick(id)
        }}
      />
      <LeaveGuard examGuid={content.examGuid} isRunning={!isFinished} />
    </div>
  )
}
