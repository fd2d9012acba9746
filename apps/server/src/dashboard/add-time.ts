import { addTime } from '@sitwell/contract'
import { route, type ServiceContext } from '../http/service.ts'
import { addTimeAct, invigilate } from './invigilate.ts'
import { invigilatorOf } from './invigilator-of.ts'

/** Adds time to one learner's exam, or to all of it. */
export const addTimeRoute = (context: ServiceContext) =>
  route(addTime, ({ caller, body }) => invigilate(context, invigilatorOf(caller), body, addTimeAct(body.seconds)))
