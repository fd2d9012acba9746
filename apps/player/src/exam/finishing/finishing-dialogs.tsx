import type { Question } from '@sitwell/contract'
import { Button } from '@sitwell/ui/button.tsx'
import { Dialog } from '@sitwell/ui/dialog.tsx'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { usePlayer } from '../../api/player-context.tsx'
import { ExtensionDialog, ReopeningDialog } from '../extension/extension-dialog.tsx'
import type { finishingMachine } from './finishing.machine.ts'
import type { PartNames } from './part-names.ts'
import { UnansweredDialog } from './unanswered-dialog.tsx'

/** What is asked and told at the end of a part and of the exam: one dialog at a time. */
export const FinishingDialogs = ({
  state,
  send,
  names,
  isPractice,
  findUnanswered,
  onPick,
}: {
  readonly state: SnapshotFrom<typeof finishingMachine>
  readonly send: ActorRefFrom<typeof finishingMachine>['send']
  readonly names: PartNames
  readonly isPractice: boolean
  /** Of what is being finished: a part's own questions, or all that can still be gone to. */
  findUnanswered(): readonly Question[]
  onPick(questionId: string): void
}) => {
  const { text } = usePlayer()
  const { finishing } = state.context
  const kind = finishing.kind === 'part' ? 'part' : isPractice ? 'practice' : 'exam'
  const cancel = () => send({ type: 'CANCEL' })

  if (state.matches('confirming')) {
    const { title, body } = confirmations[kind]
    return (
      <Dialog
        key="confirming"
        role="alertdialog"
        title={text(title, names)}
        actions={
          <>
            <Button onPress={cancel} autoFocus>
              {text('exam.finishCancel')}
            </Button>
            <Button
              variant="primary"
              isIrreversible
              onPress={() => send({ type: 'CONFIRM', unanswered: findUnanswered().length })}
            >
              {text('exam.finishConfirm')}
            </Button>
          </>
        }
      >
        <p>{text(body, names)}</p>
      </Dialog>
    )
  }
  if (state.matches('confirming_unanswered')) {
    return (
      <UnansweredDialog
        title={text(unansweredTexts[kind].title, names)}
        body={text(unansweredTexts[kind].body, names)}
        unanswered={findUnanswered()}
        onCancel={cancel}
        onFinish={() => send({ type: 'FINISH_ALL_THE_SAME' })}
        onPick={(questionId) => {
          cancel()
          onPick(questionId)
        }}
      />
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
      </Dialog>
    )
  }
  if (state.matches('reopening')) return <ReopeningDialog examName={names.exam} />
  const { extension } = state.children
  return extension ? <ExtensionDialog extension={extension} examName={names.exam} /> : null
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
