import { usePlayer } from '../../api/player-context.tsx'
import type { ExamRun } from '../sitting/use-exam-run.ts'
import { findUnanswered } from './find-unanswered.ts'
import { FinishingDialogs } from './finishing-dialogs.tsx'
import { partNames } from './part-names.ts'
import { placeOf } from './place-of.ts'
import type { FinishingOfRun } from './use-finishing.ts'

/** The dialogs at the end of a part and of the exam. In a pause they wait, as everything does. */
export const Finishing = ({ run, finishing }: { readonly run: ExamRun; readonly finishing: FinishingOfRun }) => {
  const { text, settings } = usePlayer()
  const { visit, formRun, moves } = run
  const { exam, schedule } = visit
  const { state, send } = finishing
  if (!run.state.matches('exam_running')) return null
  const about = state.context.finishing
  return (
    <FinishingDialogs
      state={state}
      send={send}
      names={partNames(exam, about, text, settings.hideSectionNamesInPlayer)}
      isPractice={schedule.practice}
      findUnanswered={() =>
        findUnanswered(exam, placeOf(exam, formRun.time.read().time), about, (id) => formRun.answers.get(id))
      }
      onPick={moves.pick}
    />
  )
}
