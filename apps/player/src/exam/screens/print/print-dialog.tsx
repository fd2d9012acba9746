import { Button } from '@sitwell/ui/button.tsx'
import { ButtonLink } from '@sitwell/ui/button-link.tsx'
import { Dialog } from '@sitwell/ui/dialog.tsx'
import { Spinner } from '@sitwell/ui/spinner.tsx'
import { useMachine } from '@xstate/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import type { ExamRun } from '../../session/run/use-exam-run.ts'
import { createPrintSteps } from './create-print-steps.ts'
import { printMachine } from './print.machine.ts'
import styles from './print-dialog.module.css'

/** The browser gives no link the focus by itself. */
const takeFocus = (link: HTMLAnchorElement | null) => link?.focus()

/** Gives the focus back to what opened these dialogs: each of them would give it to the one before, which is gone by then. */
const useFocusBack = () => {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body
        if (isLost && opener instanceof HTMLElement) opener.focus()
      })
    },
    [opener],
  )
}

/** Has a question printed, and says how that goes (spec 3 §2); each state is its own dialog, so that it is read out. */
const PrintDialog = ({
  run,
  questionId,
  onClose,
}: {
  readonly run: Pick<ExamRun, 'visit' | 'formRun'>
  readonly questionId: string
  onClose(): void
}) => {
  const player = usePlayer()
  const { text } = player
  const { visit, formRun } = run
  const steps = useMemo(
    () => createPrintSteps(player, visit, { formRunGuid: formRun.formRunGuid, questionId }),
    [player, visit, formRun, questionId],
  )
  const [state, send] = useMachine(printMachine, { input: { steps } })
  const isDone = state.matches('done')
  useFocusBack()
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (isDone) close.current()
  }, [isDone])
  if (isDone) return null
  const leave = () => send({ type: 'CLOSE' })

  if (state.matches('error')) {
    const { error } = state.context
    return (
      <Dialog
        role="alertdialog"
        title={text('print.error')}
        isDismissable
        onClose={leave}
        actions={
          <>
            <Button onPress={() => send({ type: 'AGAIN' })}>{text('print.again')}</Button>
            <Button variant="primary" onPress={leave} autoFocus>
              {text('print.close')}
            </Button>
          </>
        }
      >
        <p>{text('print.failed')}</p>
        {error !== '' && <p className={styles.note}>{error}</p>}
      </Dialog>
    )
  }
  if (state.matches('ready')) {
    return (
      <Dialog
        title={text('print.ready')}
        isDismissable
        onClose={leave}
        actions={
          <>
            <Button onPress={leave}>{text('print.close')}</Button>
            <ButtonLink
              variant="primary"
              href={state.context.link}
              target="_blank"
              rel="noopener"
              onClick={() => send({ type: 'OPENED' })}
              ref={takeFocus}
            >
              {text('print.open')}
            </ButtonLink>
          </>
        }
      >
        <p className={styles.note}>{text('print.readyHelp')}</p>
      </Dialog>
    )
  }
  return (
    <Dialog
      title={text('print.printing')}
      isDismissable
      onClose={leave}
      actions={
        <Button onPress={leave} autoFocus>
          {text('print.cancel')}
        </Button>
      }
    >
      <div className={styles.waiting}>
        <Spinner />
        <p role="status">{text('print.wait')}</p>
      </div>
    </Dialog>
  )
}

export default PrintDialog
