import { pauseFormRuns } from '@sitwell/contract'
import { route } from '../http/service.ts'
import type { DashboardContext } from './dashboard-context.ts'
import { invigilatorOf } from './invigilator-of.ts'
import { pause } from './pause.ts'

/** Pauses one learner or all of an exam, or lets them continue (spec 3 §4). */
export const pauseFormRunsRoute = (context: Pick<DashboardContext, 'clock' | 'database' | 'exams' | 'live'>) =>
  route(pauseFormRuns, ({ caller, body }) => pause(context, invigilatorOf(caller), body, body))
