import { reopenFormRun as call } from '@sitwell/contract'
import { route } from '../http/service.ts'
import type { DashboardContext } from './dashboard-context.ts'
import { invigilatorOf } from './invigilator-of.ts'
import { reopenFormRun } from './reopen.ts'

/** Opens a completed form run again, with a reason. */
export const reopenFormRunRoute = (context: Pick<DashboardContext, 'clock' | 'database' | 'exams' | 'live'>) =>
  route(call, ({ caller, body }) => reopenFormRun(context, invigilatorOf(caller), body))
