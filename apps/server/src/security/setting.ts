import { setting } from '@sitwell/contract'
import { refuse } from '../http/refusal.ts'
import { type Ground, route } from '../http/service.ts'
import { selectSetting } from './queries.ts'

/** One setting of the caller's own organisation; null where it has none. */
export const settingRoute = ({ database }: Ground) =>
  route(setting, async ({ caller, query }) => {
    if (query.orgID !== caller.orgId) return refuse('NOT_FOUND', 'There is no such organisation for this caller.')
    const row = await selectSetting(database, caller.orgId, query.settingName)
    return { ok: true, value: { value: row?.value ?? null } }
  })
