import { sealedType } from '@sitwell/contract'
import { usePlayer } from '../../api/player-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { OpeningHeading } from '../../ui/opening-heading.tsx'
import { Page } from '../../ui/page.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Timer } from '../sitting/timer.tsx'
import type { ExamRun } from '../sitting/use-exam-run.ts'
import { useReach } from '../sitting/use-reach.ts'
import styles from './part-waiting.module.css'

/** The part in which the learner is has yet to be opened by the server; its time stands, and there may be a way back. */
export const PartWaiting = ({ run, isSlow }: { readonly run: ExamRun; readonly isSlow: boolean }) => {
  const { text } = usePlayer()
  const { exam } = run.visit
  const reach = useReach(run)
  const isOpen = (id: string) => reach.isReachable(id) && exam.questions.get(id)?.type !== sealedType
  const back = exam.paper.order.findLast(isOpen)
  return (
    <Page align="centre" width="card">
      <Card width="card" className={styles.card}>
        <div className={styles.words}>
          <span className={styles.spinner}>
            <Spinner />
          </span>
          <div>
            <OpeningHeading className={styles.title}>{text('exam.partOpening')}</OpeningHeading>
            <p role="status" className={styles.help}>
              {isSlow && text('exam.partWaiting')}
            </p>
          </div>
        </div>
        <div className={styles.foot}>
          <Timer formRun={run.formRun} />
          {isSlow && back !== undefined && <Button onPress={() => run.moves.pick(back)}>{text('exam.partWaitingBack')}</Button>}
        </div>
      </Card>
    </Page>
  )
}
