import { waiveSupervision } from '@sitwell/contract'
import { route, type ServiceContext } from '../http/service.ts'
import { invigilatorOf } from './invigilator-of.ts'
import { waive } from './waive.ts'

/** Lets an exam be sat without its supervision, with the reason. */
export const waiveSupervisionRoute = (context: ServiceContext) =>
  route(waiveSupervision, ({ caller, body: { scheduleGuid, examGuid, reason } }) =>
    waive(context, invigilatorOf(caller), { named: scheduleGuid, examGuid, reason }),
  )
