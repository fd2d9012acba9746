import type { Api, Failure } from '@sitwell/client/api'
import { setting } from '@sitwell/contract'
import type { OrganisationSettings } from './organisation-settings.ts'

/** A setting that is read by its name on the server: its key here, and how its text is read; undefined for a text that can't be. */
export type SettingRead<Settings> = {
  [K in keyof Settings]-?: readonly [name: string, key: K, from: (value: string) => Settings[K] | undefined]
}[keyof Settings]

export const asText = (value: string) => value
export const asFlag = (value: string) => /^(1|true|yes|on)$/i.test(value.trim())
/** Whole days, as the server counts them: half a one is none. */
const asDays = (value: string) =>
  /^-?\d+([.,]\d+)?$/.test(value.trim()) ? Math.floor(Number(value.trim().replace(',', '.'))) : undefined
export const asNumber = (value: string) => (/^-?\d+$/.test(value.trim()) ? Number(value) : undefined)

/** What the way into a session asks for, of any app. */
export const signInSettings: readonly SettingRead<OrganisationSettings>[] = [
  ['MFA Providers', 'mfaProviders', asText],
  ['MfaRememberMeDays', 'mfaRememberMeDays', asDays],
  ['AdminInFrame', 'adminInFrame', asFlag],
]

/** Reads them all at once. One that the organisation lacks, or whose value can't be read, leaves the default. */
export const loadSettings = async <Settings>(
  api: Api,
  orgID: number,
  reads: readonly SettingRead<Settings>[],
): Promise<{ ok: true; settings: Partial<Settings> } | Failure> => {
  const outcomes = await Promise.all(
    reads.map(async ([settingName, key, from]) => {
      const outcome = await api.call(setting, { query: { orgID, settingName } })
      if (!outcome.ok) return outcome.kind === 'refused' && outcome.code === 'NOT_FOUND' ? undefined : outcome
      const value = outcome.value.value === null ? undefined : from(outcome.value.value)
      return value === undefined ? undefined : { ok: true as const, key, value }
    }),
  )
  const settings: Partial<Settings> = {}
  for (const outcome of outcomes) {
    if (outcome === undefined) continue
    if (!outcome.ok) return outcome
    settings[outcome.key] = outcome.value
  }
  return { ok: true, settings }
}
