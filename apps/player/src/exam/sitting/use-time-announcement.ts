import { useEffect, useRef, useState } from 'react'
import { usePlayer } from '../../api/player-context.tsx'
import type { TimeView } from '../../sync/sitting-time.ts'
import { momentBetween, type TimeMoment } from './time-moment.ts'

const minuteMs = 60_000
/** What a screen reader is told of the time: at a few moments, not each second. Empty between them. */
export const useTimeAnnouncement = (view: TimeView): string => {
  const { text } = usePlayer()
  const [moment, setMoment] = useState<TimeMoment>()
  const before = useRef(view)
  useEffect(() => {
    const next = momentBetween(before.current, view)
    before.current = view
    if (next !== undefined) setMoment(next)
  }, [view])
  if (moment === undefined) return ''
  if (moment.kind === 'reading-over') return text('exam.readingOver')
  const { ms } = moment
  if (ms < minuteMs) return text('exam.secondsLeft', { seconds: Math.ceil(ms / 1000) })
  return ms === minuteMs ? text('exam.oneMinuteLeft') : text('exam.minutesLeft', { minutes: Math.ceil(ms / minuteMs) })
}
