import { waiveSupervision } from '@sitwell/contract'
import { route } from '../http/service.ts'
import type { DashboardContext } from './dashboard-context.ts'
import { invigilatorOf } from './invigilator-of.ts'
import { waive } from './waive.ts'

/** Lets an exam be sat without its supervision, with the reason. */
export const waiveSupervisionRoute = (context: Pick<DashboardContext, 'clock' | 'database' | 'exams' | 'supervisors'>) =>
  route(waiveSupervision, ({ caller, body: { scheduleGuid, examGuid, reason } }) =>
    waive(context, invigilatorOf(caller), { named: scheduleGuid, examGuid, reason }),
  )
