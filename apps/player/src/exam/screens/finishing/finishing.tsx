import { usePlayer } from '../../../context/player-context.tsx'
import { findUnanswered } from '../../session/finishing/find-unanswered.ts'
import type { FinishingOfRun } from '../../session/finishing/use-finishing.ts'
import { placeOf } from '../../session/moves/place-of.ts'
import { partsAnswered } from '../../session/run/use-answer.ts'
import type { ExamRun } from '../../session/run/use-exam-run.ts'
import { FinishingDialogs } from './finishing-dialogs.tsx'
import { partNames } from './part-names.ts'

/**
 * The dialogs at the end of a part and of the exam. A pause hides them, except the dialog of a granted extension: the time stands still until
 * the learner has read it.
 */
export const Finishing = ({ run, finishing }: { readonly run: ExamRun; readonly finishing: FinishingOfRun }) => {
  const { text, settings } = usePlayer()
  const { visit, formRun, moves } = run
  const { exam, schedule } = visit
  const { state, send } = finishing
  if (finishing.isAnswering || !(run.state.matches('exam_running') || finishing.isGranted)) return null
  const about = state.context.finishing
  return (
    <FinishingDialogs
      state={state}
      send={send}
      names={partNames(exam, about, text, settings.hideSectionNamesInPlayer)}
      run={run}
      isPractice={schedule.practice}
      findOpen={() =>
        findUnanswered(exam, placeOf(exam, formRun.time.read().time), about, (question) => partsAnswered(formRun, question))
      }
      onReview={() => moves.review('open')}
    />
  )
}
