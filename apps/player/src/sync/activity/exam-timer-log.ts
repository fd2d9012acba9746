import { remainingSeconds } from '@sitwell/exam/time/exam-times'
import type { SittingTime, TimeView } from '../time/sitting-time.ts'
import type { ActivityLog } from './activity-log.ts'
import { activityTypes } from './activity-types.ts'

/** What can happen to the timer of an exam, as the activity log names it. */
type TimerEvent = 'paused' | 'resumed' | 'next-part' | 'reading-over' | 'time-given' | 'time-up'

const addedMs = ({ time }: TimeView) =>
  Object.values(time.parts).reduce((sum, part) => Math.max(sum, part.addedMs), time.addedMs)

const eventsBetween = (before: TimeView, now: TimeView): TimerEvent[] => {
  const isSamePart = before.time.partId === now.time.partId
  const happened: Readonly<Record<TimerEvent, boolean>> = {
    paused: before.pausedBy === undefined && now.pausedBy !== undefined,
    resumed: before.pausedBy !== undefined && now.pausedBy === undefined,
    'next-part': !isSamePart && now.timer.leftMs !== undefined,
    'reading-over': isSamePart && before.isReading && !now.isReading,
    'time-given': addedMs(now) > addedMs(before),
    'time-up': before.timeUp === undefined && now.timeUp !== undefined,
  }
  return (Object.keys(happened) as TimerEvent[]).filter((event) => happened[event])
}

/** Logs what happens to the time of a sitting (spec 3 §7), and changes of the computer's clock. Answers how to stop. */
export const logExamTimer = (
  time: Pick<SittingTime, 'read' | 'subscribe' | 'onClockChange'>,
  log: Pick<ActivityLog, 'record'>,
): (() => void) => {
  let before = time.read()
  const stopTime = time.subscribe(() => {
    const now = time.read()
    for (const event of eventsBetween(before, now)) {
      const { leftMs } = now.timer
      const left = leftMs === undefined ? {} : { timeRemaining: remainingSeconds(leftMs) }
      log.record(activityTypes.examTimer, { event, ...left })
    }
    before = now
  })
  const stopClock = time.onClockChange((byMs) => log.record(activityTypes.changeSystemTime, Math.round(byMs)))
  return () => {
    stopTime()
    stopClock()
  }
}
