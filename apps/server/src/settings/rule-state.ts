import { type OtherSetting, type RuleKey, type RuleState, ruleKeys } from '@sitwell/contract'
import { versionOf, whatOfRule } from '../organisation/settings/changed-between.ts'
import { type Rule, readRule } from '../organisation/settings/rule.ts'
import { nameOfRule, type RulesOf, rulesOf } from '../organisation/settings/rules.ts'
import { type SettingRows, storedOf } from '../organisation/settings/setting-rows.ts'

/** What a caller may change. */
export interface MayChange {
  readonly mayWrite: boolean
  readonly isOwner: boolean
}

/** Why a caller may not change a rule; undefined if they may. */
export const fixedFor = ({ only }: Rule, { mayWrite, isOwner }: MayChange): RuleState['fixed'] => {
  if (only === 'operator') return 'operator'
  if (!mayWrite) return 'reader'
  return only === 'owner' && !isOwner ? 'owner' : undefined
}

/** Who changed something last, in words. */
export type ChangedBy = (what: string) => RuleState['changed']

const limitsOf = (rule: Rule): Partial<RuleState> => {
  if (rule.kind === 'number') return { unit: rule.unit, least: rule.least, most: rule.most, isWhole: rule.isWhole }
  return rule.kind === 'choice' || rule.kind === 'several' ? { options: [...rule.options] } : {}
}

/** A rule as a screen shows it. */
export const ruleStateOf = (key: RuleKey, rule: Rule, rows: SettingRows, may: MayChange, changedBy: ChangedBy): RuleState => {
  const stored = storedOf(rule, rows)
  const fixed = fixedFor(rule, may)
  const changed = changedBy(whatOfRule(key))
  return {
    ...{ key, name: nameOfRule(rule), group: rule.group, kind: rule.kind, ...limitsOf(rule) },
    ...(rule.usual !== undefined && { usual: rule.usual }),
    ...readRule(rule, stored),
    version: versionOf(stored),
    ...(changed && { changed }),
    ...(fixed && { fixed }),
  }
}

export const ruleStates = (of: RulesOf, rows: SettingRows, may: MayChange, changedBy: ChangedBy): RuleState[] => {
  const rules = rulesOf(of)
  return ruleKeys.map((key) => ruleStateOf(key, rules[key], rows, may, changedBy))
}

/** Whether a name is that of something that nobody reads again: it is only shown that it is set. */
export const isSecretName = (name: string): boolean =>
  /secret|password|passphrase|private|token|credential|api-?key|(^|[-_. ])key$/i.test(name)

/** Settings that no rule is about, by name. */
export const otherSettings = (of: RulesOf, { settings }: SettingRows): OtherSetting[] => {
  const known = new Set(Object.values<Rule>(rulesOf(of)).flatMap(({ place }) => ('setting' in place ? [place.setting] : [])))
  return [...settings]
    .filter(([name]) => !known.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => (isSecretName(name) ? { name } : { name, value }))
}
