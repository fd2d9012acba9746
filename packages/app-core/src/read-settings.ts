import type { Api, Failure } from '@sitwell/client/api'
import { namedSettings, setting } from '@sitwell/contract'
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

type Values = ReadonlyMap<string, string | null>

/** During an update a server of the previous version may answer, which gives one setting at a time. */
const valuesOneByOne = async (
  api: Api,
  orgID: number,
  names: readonly string[],
): Promise<{ ok: true; value: Values } | Failure> => {
  const outcomes = await Promise.all(names.map((settingName) => api.call(setting, { query: { orgID, settingName } })))
  const values = new Map<string, string | null>()
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.ok) values.set(names[index] ?? '', outcome.value.value)
    else if (!isUnknown(outcome)) return outcome
  }
  return { ok: true, value: values }
}

const isUnknown = (outcome: Failure) => outcome.kind === 'refused' && outcome.code === 'NOT_FOUND'

/** Reads them all in one call. One that the organisation lacks, or whose value can't be read, leaves the default. */
export const loadSettings = async <Settings>(
  api: Api,
  orgID: number,
  reads: readonly SettingRead<Settings>[],
): Promise<{ ok: true; settings: Partial<Settings> } | Failure> => {
  const settingNames = reads.map(([name]) => name)
  const together = await api.call(namedSettings, { body: { orgID, settingNames } })
  if (!together.ok && !isUnknown(together)) return together
  const found = together.ok
    ? { ok: true as const, value: new Map(together.value.map(({ name, value }) => [name, value])) }
    : await valuesOneByOne(api, orgID, settingNames)
  if (!found.ok) return found
  const settings: Partial<Settings> = {}
  for (const [name, key, from] of reads) {
    const text = found.value.get(name)
    const value = text == null ? undefined : from(text)
    if (value !== undefined) settings[key] = value
  }
  return { ok: true, settings }
}
