import { Button } from '@sitwell/ui/button.tsx'
import { Dialog } from '@sitwell/ui/dialog.tsx'
import { Spinner } from '@sitwell/ui/spinner.tsx'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { ActorRefFrom } from 'xstate'
import { usePlayer } from '../../../context/player-context.tsx'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import type { extensionMachine } from '../../session/extension/extension.machine.ts'
import { OfferLeft } from '../pause/offer-left.tsx'
import { durationText } from './duration-text.ts'
import styles from './extension-dialog.module.css'

interface Shown {
  readonly extension: ActorRefFrom<typeof extensionMachine>
  readonly examName: string
  readonly formRun: FormRun
}

/** `extension` is undefined once the exam opens again. */
export interface ExtensionDialogProps extends Omit<Shown, 'extension'> {
  readonly extension: Shown['extension'] | undefined
}

/** The invigilators' answer. If they agreed, the time stands still until the learner has read it. */
const Received = ({ extension, examName, formRun }: Shown) => {
  const { text } = usePlayer()
  const { answer, seconds } = useSelector(extension, ({ context }) => context)
  const values = { exam: examName }
  const isAgreed = answer === 'granted'
  return (
    <Dialog
      role="alertdialog"
      title={text(isAgreed ? 'exam.extensionAgreedTitle' : 'exam.timeUpTitle')}
      actions={
        <Button
          variant="primary"
          isIrreversible={!isAgreed}
          onPress={() => extension.send({ type: isAgreed ? 'CONTINUE' : 'FINISH' })}
          autoFocus
        >
          {text(isAgreed ? 'exam.extensionContinue' : 'exam.extensionFinish')}
        </Button>
      }
    >
      <p>
        {isAgreed
          ? text('exam.extensionAgreed', { ...values, duration: durationText(text, seconds) })
          : text(answer === 'withdrawn' ? 'exam.extensionWithdrawn' : 'exam.extensionDeclined', values)}
      </p>
      <OfferLeft formRun={formRun} />
    </Dialog>
  )
}

/**
 * Asks the invigilator for more time. Each stage is its own dialog, so that it takes the focus and is read out. Nothing but
 * its buttons closes it: no key, no press beside it (spec 3 §2).
 */
const Asking = ({ extension, examName, formRun }: Shown) => {
  const { text } = usePlayer()
  const state = useSelector(extension, (snapshot) => snapshot)
  const values = { exam: examName }

  if (state.matches('waiting') || state.matches('request')) {
    const isSent = state.matches('waiting')
    return (
      <Dialog
        key="waiting"
        title={text('exam.timeUpTitle')}
        actions={
          isSent && (
            <Button isIrreversible onPress={() => extension.send({ type: 'CANCEL' })}>
              {text('exam.extensionCancel')}
            </Button>
          )
        }
      >
        <Waiting>{text(isSent ? 'exam.extensionWaiting' : 'exam.extensionAsking')}</Waiting>
        {isSent && <p className={styles.note}>{text('exam.extensionCancelFinishes', values)}</p>}
      </Dialog>
    )
  }
  if (state.matches('received')) return <Received extension={extension} examName={examName} formRun={formRun} />
  if (!state.matches('confirmation')) return null
  return (
    <Dialog
      key="confirmation"
      role="alertdialog"
      title={text('exam.timeUpTitle')}
      actions={
        <>
          <Button isIrreversible onPress={() => extension.send({ type: 'NO' })}>
            {text('exam.extensionNo')}
          </Button>
          <Button variant="primary" onPress={() => extension.send({ type: 'YES' })} autoFocus>
            {text('exam.extensionYes')}
          </Button>
        </>
      }
    >
      {state.context.isUnreachable && (
        <p role="alert" className={styles.problem}>
          {text('exam.extensionUnreachable')}
        </p>
      )}
      <p>{text('exam.extensionQuestion', values)}</p>
      <p className={styles.note}>{text('exam.extensionNoFinishes', values)}</p>
    </Dialog>
  )
}

/** The second in which an extended exam opens again. */
const Reopening = ({ examName }: { readonly examName: string }) => {
  const { text } = usePlayer()
  return (
    <Dialog title={text('exam.extensionAgreedTitle')}>
      <Waiting>{text('exam.extensionReopening', { exam: examName })}</Waiting>
    </Dialog>
  )
}

const Waiting = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.waiting}>
    <Spinner />
    <p role="status">{children}</p>
  </div>
)

const ExtensionDialog = ({ extension, ...shown }: ExtensionDialogProps) =>
  extension ? <Asking extension={extension} {...shown} /> : <Reopening examName={shown.examName} />

export default ExtensionDialog
