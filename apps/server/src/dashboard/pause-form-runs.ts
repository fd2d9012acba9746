import { pauseFormRuns } from '@sitwell/contract'
import { route, type ServiceContext } from '../http/service.ts'
import { invigilatorOf } from './invigilator-of.ts'
import { pause } from './pause.ts'

/** Pauses one learner or all of an exam, or lets them go on (spec 3 §4). */
export const pauseFormRunsRoute = (context: ServiceContext) =>
  route(pauseFormRuns, ({ caller, body }) => pause(context, invigilatorOf(caller), body, body))
