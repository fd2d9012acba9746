import { endProctoring } from '@sitwell/contract'
import { useAddress, useNavigate } from '@sitwell/navigation/navigation.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Dialog } from '@sitwell/ui/dialog.tsx'
import { useEffect, useState } from 'react'
import { schedulesStore } from '../../context/held-schedules.ts'
import { usePlayer } from '../../context/player-context.tsx'
import { loadSchedules } from '../../context/schedules-store.ts'
import { isFinishOnItsWay } from '../../sync/is-finish-on-its-way.ts'
import { useShell } from '../shell/shell-context.tsx'
import { askParent, statusIn } from './ask-parent.ts'
import { endWatching } from './end-watching.ts'
import { type LostSession, tellOfLoss } from './tell-of-loss.ts'
import { useTallPage } from './use-tall-page.ts'

/** Milliseconds that the provider's page may take to answer. */
const parentMs = 10_000

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Listens, while a proctored session is active, to the provider's page alone. Where that says that the session is over, or is gone, the
 * server is told; what the learner is told then is what the server says of their exam.
 */
const ProctoringWatch = () => {
  const player = usePlayer()
  const { text, api, settings, session } = player
  const { player: app } = useShell()
  const { pathname } = useAddress()
  const navigate = useNavigate()
  const [lost, setLost] = useState<LostSession>()
  const [isOver, setOver] = useState(false)
  const [isStarting, setStarting] = useState(false)
  const [isAway, setAway] = useState(false)
  const { proctoringSessionID: id, proctoringOrigin = '', proctoringDebug } = settings
  useTallPage(true)
  useEffect(() => {
    if (proctoringDebug) return
    const left = new AbortController()
    let isLost = false
    const lose = async (reason: string) => {
      if (isLost) return
      isLost = true
      const tell = (proctoringSessionID: string) =>
        api.call(endProctoring, { body: { proctoringSessionID, what: 'loss', reason } }, { signal: left.signal })
      const found =
        id === undefined
          ? undefined
          : await tellOfLoss({ tell: () => tell(id), isFinishOnItsWay: () => isFinishOnItsWay(player), wait }, left.signal)
      if (left.signal.aborted) return
      setLost(found)
      setOver(true)
    }
    const hear = (event: MessageEvent) => {
      if (statusIn(event, { providerOrigin: proctoringOrigin, parent: window.parent }) === false)
        void lose('The page of the provider says that its session does not run any more')
    }
    addEventListener('message', hear)
    void askParent(window, proctoringOrigin, parentMs).then((status) => {
      if (status === 'no-parent') void lose('The exam was opened outside of the page of the provider')
    })
    return () => {
      left.abort()
      removeEventListener('message', hear)
    }
  }, [player, api, id, proctoringOrigin, proctoringDebug])
  // There its learner is being told of the end, and led on by it.
  const isEnding = pathname === '/proctorio/finish' || pathname.endsWith('/outro')
  const isInExam = pathname.startsWith('/exam/')
  // What is complete, or was not begun by who is elsewhere by now, leaves nothing to continue with.
  const isAsked = lost?.exam === 'begun' || (lost?.exam === 'not-begun' && isInExam)
  const isDropped = isOver && !isEnding && !isAsked
  useEffect(() => {
    if (isDropped) endWatching(app)
  }, [isDropped, app])
  if (!isAsked || isEnding) return null

  const startAgain = async () => {
    setAway(false)
    setStarting(true)
    // The next session has another name.
    schedulesStore.clear()
    const loaded = await loadSchedules(api, { userGuid: session.user.guid, proctoringMode: settings.proctoringMode })
    setStarting(false)
    if (!loaded.ok) return setAway(true)
    const schedule = loaded.value.find((one) => one.examGuid === lost.examGuid)
    endWatching(app)
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
        <Button variant="primary" autoFocus isPending={isStarting} onPress={() => void startAgain()}>
          {text('proctoring.startAgain')}
        </Button>
      }
    >
      <p>{text(lost.exam === 'begun' ? 'proctoring.lostText' : 'proctoring.lostBeforeText')}</p>
      <p role="alert">{isAway && text('proctoring.cannotAsk')}</p>
    </Dialog>
  )
}

export default ProctoringWatch
