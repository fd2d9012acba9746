import { addTime } from '@sitwell/contract'
import { type Ground, route } from '../http/service.ts'
import { addTimeAct, invigilate } from './invigilate.ts'
import { invigilatorOf } from './invigilator-of.ts'

/** Adds time to one learner's exam, or to all of it. */
export const addTimeRoute = (ground: Ground) =>
  route(addTime, ({ caller, body }) => invigilate(ground, invigilatorOf(caller), body, addTimeAct(body.seconds)))
