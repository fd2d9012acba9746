import { newUuid } from '@sitwell/client/new-uuid'
import { reportAbsence } from '@sitwell/contract'
import { Button } from '@sitwell/ui/button.tsx'
import { Dialog } from '@sitwell/ui/dialog.tsx'
import { useMachine } from '@xstate/react'
import { useEffect, useMemo, useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import { connectionPopupsMachine } from '../../session/connection/connection-popups.machine.ts'
import { createConnectionSteps } from '../../session/connection/create-connection-steps.ts'
import { refusedMessage, refusedOf } from '../../session/run/status-of.ts'
import type { ExamRun } from '../../session/run/use-exam-run.ts'

/** Tells at once that the connection is lost, and when it is back; the exam is paused meanwhile (spec 3 §4, connection loss). */
const ConnectionPopups = ({ run }: { readonly run: ExamRun }) => {
  const { text, api, reportError } = usePlayer()
  const { visit, formRun, live } = run
  const { sync, log } = visit
  const { formRunGuid, time } = formRun
  const [isTrying, setTrying] = useState(false)
  const steps = useMemo(
    () =>
      createConnectionSteps({
        ...{ formRunGuid, time, log },
        meet: live.meet,
        report: (body) => api.call(reportAbsence, { body }),
        nowMs: () => performance.now(),
        newId: newUuid,
        onError: (error) => reportError(error, 'report of a lost connection'),
      }),
    [api, log, formRunGuid, time, live, reportError],
  )
  const [state, send] = useMachine(connectionPopupsMachine, { input: { steps } })

  // How it was completed the live events say: what they tell leads away from here, unless it is open again by now.
  const isOver = state.matches('over')
  useEffect(() => {
    if (!isOver) return undefined
    const stops = [live.follow(), live.onState(({ completed }) => void (completed || send({ type: 'OPEN' })))]
    return () => stops.forEach((stop) => void stop())
  }, [isOver, live, send])

  useEffect(() => {
    const { connection, queue } = sync
    const checkSaved = () => {
      if (connection.state() === 'online' && queue.waiting().length === 0) send({ type: 'SAVED' })
    }
    if (connection.state() === 'offline') send({ type: 'LOST' })
    const stops = [
      steps.start(() => send({ type: 'COMPLETED' })),
      connection.subscribe((now) => {
        if (now === 'offline') send({ type: 'LOST' })
      }),
      sync.beforeFlush(async () => {
        send({ type: 'REACHED' })
        await steps.reported()
        checkSaved()
      }),
      queue.subscribe(({ kind }) => {
        if (kind === 'acknowledged' || kind === 'set-aside') checkSaved()
      }),
    ]
    return () => stops.forEach((stop) => void stop())
  }, [sync, send, steps])

  if (state.matches('lost')) {
    const tryNow = () => {
      setTrying(true)
      void sync.connection.pingNow().finally(() => setTrying(false))
    }
    return (
      <Dialog
        role="alertdialog"
        title={text('exam.connectionLostTitle')}
        actions={
          <Button variant="primary" autoFocus onPress={tryNow} isPending={isTrying}>
            {text(isTrying ? 'exam.connectionTrying' : 'exam.connectionTryNow')}
          </Button>
        }
      >
        <p>{text('exam.connectionLostText')}</p>
      </Dialog>
    )
  }
  const isConfirmed = state.matches('confirmed')
  if (!isConfirmed && !state.matches('returned')) return null
  const refused = refusedOf(run.note)
  return (
    <Dialog
      role="alertdialog"
      title={text('exam.connectionReturnedTitle')}
      actions={
        <Button variant="primary" autoFocus onPress={() => send({ type: 'CONFIRM' })} isPending={isConfirmed}>
          {text('exam.ok')}
        </Button>
      }
    >
      <p>{text(refused ? refusedMessage[refused] : 'exam.connectionReturnedText')}</p>
    </Dialog>
  )
}

export default ConnectionPopups
