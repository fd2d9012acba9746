import type { TimeView } from '../../../sync/time/sitting-time.ts'

/** What the learner may do in the running exam, and why not, as its banner says (spec 3 §2, §5). */
export interface RunPermissions {
  readonly mayMove: boolean
  readonly mayAnswer: boolean
  /** Whether the reading time may be ended before it is over; only while there is some. */
  readonly maySkipReading: boolean
  readonly banner: 'paused' | 'reading' | undefined
}

/** By the state of the run and of its time alone, whoever the learner is. */
export const runPermissions = (
  isRunning: boolean,
  { pausedBy, isReading }: Pick<TimeView, 'pausedBy' | 'isReading'>,
  canBypassReadingTime: boolean,
): RunPermissions => {
  // Nothing shows but that the part is waited for: the way back to what may be gone to is open.
  if (isRunning && pausedBy === 'key') return { mayMove: true, mayAnswer: false, maySkipReading: false, banner: undefined }
  if (!isRunning || pausedBy !== undefined) return { mayMove: false, mayAnswer: false, maySkipReading: false, banner: 'paused' }
  if (isReading) return { mayMove: true, mayAnswer: false, maySkipReading: canBypassReadingTime, banner: 'reading' }
  return { mayMove: true, mayAnswer: true, maySkipReading: false, banner: undefined }
}
