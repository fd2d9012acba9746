import { useEffect, useRef, useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import type { TimeView } from '../../../sync/time/sitting-time.ts'
import { momentBetween, type TimeMoment } from '../../session/time/time-moment.ts'
import { timeWords } from './time-words.ts'

/** Milliseconds for which what was said stays to be read: later it would be wrong. */
const staleMs = 8000

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
  useEffect(() => {
    if (moment === undefined) return
    const timer = setTimeout(() => setMoment(undefined), staleMs)
    return () => clearTimeout(timer)
  }, [moment])
  if (moment === undefined) return ''
  return moment.kind === 'reading-over' ? text('exam.readingOver') : timeWords(text, moment.ms)
}
