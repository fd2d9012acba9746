import { namedSettings, setting } from '@sitwell/contract'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import type { SecurityContext } from '../security-context.ts'
import { fileSettings } from './file-settings.ts'
import { organisationSetting } from './organisation-setting.ts'

type SettingContext = Pick<SecurityContext, 'config' | 'database'>

/** Reads settings as learners are told of them; null if the organisation has none, unless the server has its own value for it. */
export const settingReader = ({ database, config }: SettingContext) => {
  const driven: Readonly<Record<string, (own: string | null) => string>> = fileSettings(config)
  return async (orgId: number, name: string): Promise<string | null> => {
    const own = await organisationSetting(database, orgId, name)
    const ofServer = Object.hasOwn(driven, name) ? driven[name] : undefined
    return ofServer ? ofServer(own) : own
  }
}

/** One setting of the caller's own organisation. */
export const settingRoute = (context: SettingContext) => {
  const read = settingReader(context)
  return route(setting, async ({ caller, query: { orgID, settingName } }) => {
    if (orgID !== caller.orgId) return refuse('NOT_FOUND', 'There is no such organisation for this caller.')
    return { ok: true, value: { value: await read(orgID, settingName) } }
  })
}

/** Several settings in one call, in the requested order. */
export const namedSettingsRoute = (context: SettingContext) => {
  const read = settingReader(context)
  return route(namedSettings, async ({ caller, body: { orgID, settingNames } }) => {
    if (orgID !== caller.orgId) return refuse('NOT_FOUND', 'There is no such organisation for this caller.')
    const value = await Promise.all(settingNames.map(async (name) => ({ name, value: await read(orgID, name) })))
    return { ok: true, value }
  })
}
