import { waiveSupervision } from '@sitwell/contract'
import { type Ground, route } from '../http/service.ts'
import { invigilatorOf } from './invigilator-of.ts'
import { waive } from './waive.ts'

/** Lets an exam be sat without its supervision, with the reason. */
export const waiveSupervisionRoute = (ground: Ground) =>
  route(waiveSupervision, ({ caller, body: { scheduleGuid, examGuid, reason } }) =>
    waive(ground, invigilatorOf(caller), { named: scheduleGuid, examGuid, reason }),
  )
