import type { TimeView } from '../../sync/sitting-time.ts'

/** What the learner may do in the running exam, and why not, as its banner says (spec 3 §2, §5). */
export interface RunPermissions {
  readonly mayMove: boolean
  readonly mayAnswer: boolean
  readonly banner: 'paused' | 'reading' | undefined
}

/** By the state of the run and of its time alone, whoever the learner is. */
export const runPermissions = (
  isRunning: boolean,
  { pausedBy, isReading }: Pick<TimeView, 'pausedBy' | 'isReading'>,
): RunPermissions => {
  const mayMove = isRunning && pausedBy === undefined
  if (!mayMove) return { mayMove, mayAnswer: false, banner: 'paused' }
  return { mayMove, mayAnswer: !isReading, banner: isReading ? 'reading' : undefined }
}
