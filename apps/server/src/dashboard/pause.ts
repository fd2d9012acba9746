import { type Acted, type InvigilationGround, type Invigilator, invigilate, pauseAct, type Target } from './invigilate.ts'
import { pauseRefusal } from './remote-pause.ts'

/** Pauses, where the organisation allows it, or resumes. */
export const pause = async (ground: InvigilationGround, who: Invigilator, target: Target, paused: boolean): Promise<Acted> =>
  (paused ? await pauseRefusal(ground.database, who.orgId) : undefined) ?? invigilate(ground, who, target, pauseAct(paused))
