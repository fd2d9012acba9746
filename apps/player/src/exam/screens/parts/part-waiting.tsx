import { sealedType } from '@sitwell/contract'
import { Button } from '@sitwell/ui/button.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { WaitingCard } from '@sitwell/ui/waiting-card.tsx'
import { usePlayer } from '../../../context/player-context.tsx'
import { isWhollySealed } from '../../content/sealed-exam.ts'
import { useReach } from '../../session/moves/use-reach.ts'
import type { ExamRun } from '../../session/run/use-exam-run.ts'
import { Timer } from '../time/timer.tsx'

/** The part in which the learner is has yet to be opened by the server; its time stands, and there may be a way back. */
export const PartWaiting = ({ run, isSlow }: { readonly run: ExamRun; readonly isSlow: boolean }) => {
  const { text } = usePlayer()
  const { exam } = run.visit
  const reach = useReach(run)
  const isOpen = (id: string) => reach.isReachable(id) && exam.questions.get(id)?.type !== sealedType
  const back = exam.paper.order.findLast(isOpen)
  const [title, help] = isWhollySealed(exam)
    ? (['exam.starting', 'exam.firstPartWaiting'] as const)
    : (['exam.partOpening', 'exam.partWaiting'] as const)
  return (
    <Page align="centre" width="card">
      <WaitingCard title={text(title)} help={isSlow ? text(help) : ''} takesFocus>
        <Timer formRun={run.formRun} />
        {isSlow && back !== undefined && <Button onPress={() => run.moves.pick(back)}>{text('exam.partWaitingBack')}</Button>}
      </WaitingCard>
    </Page>
  )
}
