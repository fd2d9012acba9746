import { setting } from '@sitwell/contract'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import type { SecurityContext } from '../security-context.ts'
import { fileSettings } from './file-settings.ts'
import { organisationSetting } from './organisation-setting.ts'

/** One setting of the caller's own organisation; null where it has none, unless the server has a value of its own for it. */
export const settingRoute = ({ database, config }: Pick<SecurityContext, 'config' | 'database'>) => {
  const driven: Readonly<Record<string, (own: string | null) => string>> = fileSettings(config)
  return route(setting, async ({ caller, query: { orgID, settingName } }) => {
    if (orgID !== caller.orgId) return refuse('NOT_FOUND', 'There is no such organisation for this caller.')
    const own = await organisationSetting(database, orgID, settingName)
    const ofServer = Object.hasOwn(driven, settingName) ? driven[settingName] : undefined
    return { ok: true, value: { value: ofServer ? ofServer(own) : own } }
  })
}
