import { dashFormRuns } from '@sitwell/contract'
import { route } from '../http/service.ts'
import type { DashboardContext } from './dashboard-context.ts'
import { sittingsOf } from './sittings.ts'

/** Who sits, and how they stand: the invigilator's own organisation alone. */
export const dashFormRunsRoute = (context: Pick<DashboardContext, 'clock' | 'database' | 'exams'>) =>
  route(dashFormRuns, async ({ caller, query }) => ({ ok: true, value: await sittingsOf(context, caller.orgId, query) }))
