import type { OpenQuestions } from '@sitwell/exam/paper/unanswered'
import { Button } from '@sitwell/ui/button.tsx'
import { Dialog } from '@sitwell/ui/dialog.tsx'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { usePlayer } from '../../../context/player-context.tsx'
import type { finishingMachine } from '../../session/finishing/finishing.machine.ts'
import type { ExamRun } from '../../session/run/use-exam-run.ts'
import { LazyPartTime } from '../part-time/lazy-part-time.tsx'
import { LazyExtensionDialog } from '../time/lazy-extension-dialog.tsx'
import styles from './finishing-dialogs.module.css'
import type { PartNames } from './part-names.ts'

/**
 * The dialogs at the end of a part and of the exam; one is shown at a time. While the learner can still go back, the button that leads back
 * is the primary one.
 */
export const FinishingDialogs = ({
  state,
  send,
  names,
  run,
  isPractice,
  findOpen,
  onReview,
}: {
  readonly state: SnapshotFrom<typeof finishingMachine>
  readonly send: ActorRefFrom<typeof finishingMachine>['send']
  readonly names: PartNames
  readonly run: ExamRun
  readonly isPractice: boolean
  /** Of what is being finished: a part's own questions, or all that can still be gone to. */
  findOpen(): OpenQuestions
  /** Leads to the unanswered questions. */
  onReview(): void
}) => {
  const { text } = usePlayer()
  const { finishing } = state.context
  const kind = finishing.kind === 'part' ? 'part' : isPractice ? 'practice' : 'exam'
  const gives = <LazyPartTime exam={run.visit.exam} run={run} finishing={finishing} nextPart={names.nextPart} />
  const cancel = () => send({ type: 'CANCEL' })

  if (state.matches('confirming')) {
    const { title, body } = confirmations[kind]
    return (
      <Dialog
        key="confirming"
        role="alertdialog"
        title={text(title, names)}
        onClose={cancel}
        actions={
          <>
            <Button variant="primary" onPress={cancel} autoFocus>
              {text('exam.finishCancel')}
            </Button>
            <Button isIrreversible onPress={() => send({ type: 'CONFIRM', open: openCount(findOpen()) })}>
              {text('exam.finishConfirm')}
            </Button>
          </>
        }
      >
        <p>{text(body, names)}</p>
        {gives}
      </Dialog>
    )
  }
  if (state.matches('confirming_unanswered')) {
    return (
      <Dialog
        role="alertdialog"
        title={text(unansweredTexts[kind].title, names)}
        onClose={cancel}
        actions={
          <>
            <Button variant="primary" onPress={cancel} autoFocus>
              {text('exam.finishCancel')}
            </Button>
            <Button
              onPress={() => {
                cancel()
                onReview()
              }}
            >
              {text('exam.showUnanswered')}
            </Button>
            <Button isIrreversible onPress={() => send({ type: 'FINISH_ALL_THE_SAME' })}>
              {text('exam.unansweredConfirm')}
            </Button>
          </>
        }
      >
        <OpenCounts open={findOpen()} />
        <p>{text(unansweredTexts[kind].body, names)}</p>
        {gives}
      </Dialog>
    )
  }
  if (state.matches('part_finished')) {
    return (
      <Dialog
        key="part_finished"
        role="alertdialog"
        title={text('exam.partFinishedTitle', names)}
        actions={
          <Button variant="primary" isIrreversible onPress={() => send({ type: 'CONTINUE' })} autoFocus>
            {text('exam.partFinishedConfirm')}
          </Button>
        }
      >
        <p>{text('exam.partFinishedText', names)}</p>
        {gives}
      </Dialog>
    )
  }
  const { extension } = state.children
  if (!extension && !state.matches('reopening')) return null
  return <LazyExtensionDialog extension={extension} examName={names.exam} formRun={run.formRun} />
}

const openCount = ({ unanswered, partly }: OpenQuestions) => unanswered.length + partly.length

/** How many questions are open, and in what way, in the words of the review. */
const OpenCounts = ({ open }: { readonly open: OpenQuestions }) => {
  const { text } = usePlayer()
  const lines = [
    ['review.unanswered', open.unanswered],
    ['review.partly', open.partly],
    ['review.lackingFiles', open.lackingFiles],
  ] as const
  return (
    <ul className={styles.counts}>
      {lines.map(([id, ids]) => ids.length > 0 && <li key={id}>{`${text(id)}: ${ids.length}`}</li>)}
    </ul>
  )
}

const confirmations = {
  exam: { title: 'exam.finishTitle', body: 'exam.finishText' },
  practice: { title: 'exam.practiceFinishTitle', body: 'exam.practiceFinishText' },
  part: { title: 'exam.partFinishTitle', body: 'exam.partFinishText' },
} as const

const unansweredTexts = {
  exam: { title: 'exam.unansweredTitle', body: 'exam.unansweredText' },
  practice: { title: 'exam.practiceUnansweredTitle', body: 'exam.practiceUnansweredText' },
  part: { title: 'exam.partUnansweredTitle', body: 'exam.partUnansweredText' },
} as const
