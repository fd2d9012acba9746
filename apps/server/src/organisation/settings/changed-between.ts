import { type RuleKey, ruleKeys } from '@sitwell/contract'
import { sha256 } from '../../sha256.ts'
import { readRule } from './rule.ts'
import { rulesOf } from './rules.ts'
import { type SettingRows, storedOf } from './setting-rows.ts'

/** What of an organisation's details is its look, beside its name. */
export const lookFields = ['logo', 'appBarLogo', 'primaryColour', 'secondaryColour'] as const

/** What of them is its languages. */
export const languageFields = ['languageId', 'languages'] as const

/** Names a state, so that a change can say which one it is based on. */
export const versionOf = (state: unknown): string => sha256(JSON.stringify(state ?? null)).slice(0, 22)

const lookOf = ({ organisation, details }: SettingRows) => [
  organisation.name,
  ...lookFields.map((field) => details[field]),
  // The theme `Default` of an organisation file stands over its colours.
  (details.themes as Readonly<Record<string, unknown>> | undefined)?.Default,
]

/** The version of the look of an organisation. */
export const versionOfLook = (rows: SettingRows): string => versionOf(lookOf(rows))

/** The version of the languages of an organisation. */
export const versionOfLanguages = ({ details }: Pick<SettingRows, 'details'>): string =>
  versionOf(languageFields.map((field) => details[field]))

/** How `setting_change` names a rule. */
export const whatOfRule = (key: RuleKey): string => `rule ${key}`

/** Names of `setting_change` for all that differs between two states of an organisation. */
export const changedBetween = (before: SettingRows, after: SettingRows): string[] => {
  // The product names one setting of the player; an import that changes that alone is not noted.
  const rules = rulesOf({ orgId: before.organisation.org_id, product: 'Player' })
  const holds = (rows: SettingRows, key: RuleKey) => {
    const { value = rules[key].usual, unread } = readRule(rules[key], storedOf(rules[key], rows))
    return JSON.stringify([value ?? null, unread ?? null])
  }
  return [
    ...ruleKeys.filter((key) => holds(before, key) !== holds(after, key)).map(whatOfRule),
    ...(versionOfLook(before) === versionOfLook(after) ? [] : ['look']),
    ...(versionOfLanguages(before) === versionOfLanguages(after) ? [] : ['languages']),
  ]
}
