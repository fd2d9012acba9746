import { pauseFormRuns } from '@sitwell/contract'
import { type Ground, route } from '../http/service.ts'
import { invigilatorOf } from './invigilator-of.ts'
import { pause } from './pause.ts'

/** Pauses one learner or all of an exam, or lets them go on (spec 3 §4). */
export const pauseFormRunsRoute = (ground: Ground) =>
  route(pauseFormRuns, ({ caller, body }) => pause(ground, invigilatorOf(caller), body, body))
