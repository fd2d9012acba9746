import { Button } from '@sitwell/ui/button.tsx'
import { Dialog } from '@sitwell/ui/dialog.tsx'
import { useEffect, useState } from 'react'
import { usePlayer } from '../../context/player-context.tsx'
import type { LiveRun } from '../session/run/live-run.ts'

/**
 * Tells that the integrity monitor doesn't watch over this exam any more, and starts it again: its script is loaded by a page that is
 * opened again, and the exam continues from where it was.
 */
export const MonitorLost = ({
  live,
  examGuid,
  isAnswering,
}: {
  readonly live: LiveRun
  readonly examGuid: string
  /** Else something is asked that has to be answered first. */
  readonly isAnswering: boolean
}) => {
  const { text } = usePlayer()
  const wasLost = () => live.state()?.monitorLost === true || live.past.some(({ kind }) => kind === 'monitor-lost')
  const [isLost, setLost] = useState(wasLost)
  const [isStarting, setStarting] = useState(false)
  useEffect(() => {
    const stops = [
      // Lost while there was no connection: no event tells of it any more.
      live.onState(({ monitorLost }) => {
        if (monitorLost === true) setLost(true)
      }),
      live.onNews((news) => {
        if (news.kind === 'monitor-lost') setLost(true)
      }),
    ]
    // It may have been lost since the first look.
    if (live.state()?.monitorLost === true) setLost(true)
    return () => stops.forEach((stop) => void stop())
  }, [live])
  if (!isLost || !isAnswering) return null
  const startAgain = () => {
    setStarting(true)
    location.assign(`/exam/${encodeURIComponent(examGuid)}`)
  }
  return (
    <Dialog
      role="alertdialog"
      title={text('exam.monitorLostTitle')}
      actions={
        <Button variant="primary" autoFocus isPending={isStarting} onPress={startAgain}>
          {text('exam.monitorLostAgain')}
        </Button>
      }
    >
      <p>{text('exam.monitorLostText')}</p>
    </Dialog>
  )
}
