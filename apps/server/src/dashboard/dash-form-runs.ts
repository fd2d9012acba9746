import { dashFormRuns } from '@sitwell/contract'
import { type Ground, route } from '../http/service.ts'
import { sittingsOf } from './sittings.ts'

/** Who sits, and how they stand: the invigilator's own organisation alone. */
export const dashFormRunsRoute = (ground: Ground) =>
  route(dashFormRuns, async ({ caller, query }) => ({ ok: true, value: await sittingsOf(ground, caller.orgId, query) }))
