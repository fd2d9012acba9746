import { endProctoring } from '@sitwell/contract'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { schedulesStore } from '../../api/held-schedules.ts'
import { usePlayer } from '../../api/player-context.tsx'
import { loadSchedules } from '../../api/schedules-store.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useShell } from '../shell/shell-context.tsx'
import { askParent, statusIn } from './ask-parent.ts'
import { useTallPage } from './use-tall-page.ts'

/** Milliseconds that the provider's page may take to answer. */
const parentMs = 10_000

/**
 * Listens, while a proctored session is active, to the provider's page alone. Where that says that the session is over, or is gone, the
 * server is told, and the learner is offered to start it again.
 */
const ProctoringWatch = () => {
  const { text, api, settings, session, client, reportError } = usePlayer()
  const { player } = useShell()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [isLost, setLost] = useState(false)
  const { proctoringSessionID: id, proctoringOrigin = '', proctoringDebug } = settings
  useTallPage(true)
  useEffect(() => {
    if (proctoringDebug) return
    const lose = (reason: string) => {
      setLost(true)
      if (id === undefined) return
      void api.call(endProctoring, { body: { proctoringSessionID: id, what: 'loss', reason } })
    }
    const hear = (event: MessageEvent) => {
      if (statusIn(event, { providerOrigin: proctoringOrigin, parent: window.parent }) === false)
        lose('The page of the provider says that its session does not run any more')
    }
    addEventListener('message', hear)
    void askParent(window, proctoringOrigin, parentMs).then((status) => {
      if (status === 'no-parent') lose('The exam was opened outside of the page of the provider')
    })
    return () => removeEventListener('message', hear)
  }, [api, id, proctoringOrigin, proctoringDebug])
  // Nothing is left then that somebody would have to watch over.
  if (!isLost || pathname === '/proctorio/finish' || pathname.endsWith('/outro')) return null

  const startAgain = async () => {
    const examGuid = /^\/exam\/([^/]+)/.exec(pathname)?.[1]
    // The next session has another name.
    schedulesStore.clear()
    const loaded = await loadSchedules(api, { userGuid: session.user.guid, proctoringMode: settings.proctoringMode })
    if (!loaded.ok) return reportError(new Error(loaded.message), 'schedules of a lost proctored session')
    const schedule = loaded.value.find((one) => one.examGuid === examGuid)
    player.useClient(client, { ...settings, proctoringActive: false, proctoringSessionID: undefined })
    await navigate({
      // Nobody leaves here who would have to be asked.
      ignoreBlocker: true,
      to:
        schedule === undefined
          ? '/schedules'
          : `/proctoring/${schedule.proctorProvider ?? ''}/${schedule.proctoringSessionID ?? ''}/${schedule.examGuid}`,
    })
  }
  return (
    <Dialog
      role="alertdialog"
      title={text('proctoring.lostTitle')}
      actions={
        <Button variant="primary" autoFocus onPress={() => void startAgain()}>
          {text('proctoring.startAgain')}
        </Button>
      }
    >
      <p>{text('proctoring.lostText')}</p>
    </Dialog>
  )
}

export default ProctoringWatch
