import { pauseFormRuns } from '@sitwell/contract'
import { type Ground, route } from '../http/service.ts'
import { invigilate, pauseAct } from './invigilate.ts'
import { invigilatorOf } from './invigilator-of.ts'

/** Pauses one learner or all of an exam, or lets them go on (spec 3 §4). */
export const pauseFormRunsRoute = (ground: Ground) =>
  route(pauseFormRuns, ({ caller, body }) => invigilate(ground, invigilatorOf(caller), body, pauseAct(body.paused)))
