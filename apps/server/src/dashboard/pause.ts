import {
  type CommandResult,
  type InvigilationContext,
  type Invigilator,
  invigilate,
  pauseAct,
  resumeAct,
  type Target,
} from './invigilate.ts'
import { pauseRefusal } from './remote-pause.ts'

/** Whether to pause, otherwise for how many seconds at most the time stands on until the learner resumes. */
export interface PauseWish {
  readonly paused: boolean
  readonly within?: number | undefined
}

/** Pauses, where the organisation allows it, or offers to continue. */
export const pause = async (
  context: InvigilationContext,
  who: Invigilator,
  target: Target,
  { paused, within }: PauseWish,
): Promise<CommandResult> =>
  (paused ? await pauseRefusal(context.database, who.orgId) : undefined) ??
  invigilate(context, who, target, paused ? pauseAct : resumeAct(within))
