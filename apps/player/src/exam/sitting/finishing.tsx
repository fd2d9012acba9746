import { unanswered } from '@sitwell/exam/unanswered'
import { rulesOf } from '@sitwell/question-types/rules'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { activityTypes } from '../../sync/activity-types.ts'
import type { finishingMachine } from './finishing.machine.ts'
import { FinishingDialogs } from './finishing-dialogs.tsx'
import { isAnswered } from './use-answer.ts'
import type { ExamRun } from './use-exam-run.ts'

/** Finishing on purpose: what is asked before, and the end itself. */
export const Finishing = ({
  run,
  state,
  send,
}: {
  readonly run: ExamRun
  readonly state: SnapshotFrom<typeof finishingMachine>
  readonly send: ActorRefFrom<typeof finishingMachine>['send']
}) => {
  const { visit, formRun, moves } = run
  const { paper, questions, content } = visit.exam
  const findUnanswered = () => {
    const states = paper.order.flatMap((id) => {
      const question = questions.get(id)
      if (!question) return []
      const { takesAnswer } = rulesOf(question.type)
      return [{ id, takesAnswer, reachable: !question.disabled, answered: isAnswered(question, formRun.answers.get(id)) }]
    })
    return unanswered(states).flatMap((id) => questions.get(id) ?? [])
  }
  return (
    <FinishingDialogs
      state={state}
      examName={content.examName}
      isPractice={visit.schedule.practice}
      unanswered={state.matches('confirming_unanswered') ? findUnanswered() : []}
      onConfirm={() => {
        const open = findUnanswered().length
        send({ type: 'CONFIRM', unanswered: open })
        if (open === 0) run.finish(activityTypes.finishExam)
      }}
      onFinishAllTheSame={() => {
        send({ type: 'FINISH_ALL_THE_SAME' })
        run.finish(activityTypes.finishExam)
      }}
      onCancel={() => send({ type: 'CANCEL' })}
      onPick={(id) => {
        send({ type: 'CANCEL' })
        moves.pick(id)
      }}
    />
  )
}
