import { addTime } from '@sitwell/contract'
import { route } from '../http/service.ts'
import type { DashboardContext } from './dashboard-context.ts'
import { addTimeAct, invigilate } from './invigilate.ts'
import { invigilatorOf } from './invigilator-of.ts'

/** Adds time to one learner's exam, or to all of it. */
export const addTimeRoute = (context: Pick<DashboardContext, 'clock' | 'database' | 'exams' | 'live'>) =>
  route(addTime, ({ caller, body }) => invigilate(context, invigilatorOf(caller), body, addTimeAct(body.seconds)))
