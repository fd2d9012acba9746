import type { RuleProblem, RuleState, ruleGroups, ruleUnits } from '@sitwell/contract'

/** Where a value stands: a setting by its name, or a field of one whose text is JSON; or a field of the organisation's details. */
export type RulePlace =
  | { readonly setting: string; readonly field?: string }
  | { readonly detail: readonly [string] | readonly [string, string] }

interface Common {
  readonly place: RulePlace
  readonly group: (typeof ruleGroups)[number]
  /** What holds unless it is set, as `RuleState` writes values; undefined: no limit, or nothing. */
  readonly usual: string | undefined
  /** `owner`: it decides about results, takes data away, or protects the office. `operator`: it decides where the organisation is found. */
  readonly only?: 'owner' | 'operator'
}

interface NumberRule {
  readonly kind: 'number'
  readonly unit: (typeof ruleUnits)[number]
  readonly least: number
  readonly most: number
  readonly isWhole: boolean
  /** What is stored is this many times the value that is shown. */
  readonly factor?: number
}

/** One rule, with all that reading, checking and writing its value needs. */
export type Rule = Common &
  (
    | { readonly kind: 'switch' }
    | NumberRule
    | { readonly kind: 'choice'; readonly options: readonly string[] }
    | { readonly kind: 'several'; readonly options: readonly string[] }
    | { readonly kind: 'text'; readonly mostCharacters: number; readonly isOrigin?: true }
    | { readonly kind: 'list'; readonly mostCharacters: number; readonly isOrigins?: true }
  )

/** A value as it is stored: the text of a setting, or the field of the details; undefined: nothing is. */
export type Stored = string | number | boolean | readonly string[] | undefined

const on = /^(1|true|yes|on)$/i
const off = /^(0|false|no|off)$/i
const plainNumber = /^\d{1,9}(\.\d{1,9})?$/

const isOrigin = (text: string) => /^https?:/.test(text) && URL.parse(text)?.origin === text

const isAddress = (text: string) => /^https?:\/\//.test(text) && URL.canParse(text)

/** The parts of a text between commas or lines, each once, without blanks around it. */
const partsOf = (text: string, separator: RegExp): string[] => [
  ...new Set(
    text
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
]

const numberProblem = ({ least, most, isWhole }: NumberRule, value: string): RuleProblem | undefined => {
  if (!plainNumber.test(value)) return 'no-number'
  const number = Number(value)
  if (isWhole && !Number.isInteger(number)) return 'not-whole'
  if (number < least) return 'too-small'
  return number > most ? 'too-large' : undefined
}

const listProblem = (rule: Extract<Rule, { kind: 'list' }>, value: string): RuleProblem | undefined => {
  if (value.length > rule.mostCharacters) return 'too-long'
  return rule.isOrigins && !partsOf(value, /\n/).every(isOrigin) ? 'no-origin' : undefined
}

const textProblem = (rule: Extract<Rule, { kind: 'text' }>, value: string): RuleProblem | undefined => {
  if (value.length > rule.mostCharacters) return 'too-long'
  return rule.isOrigin && value !== '' && !isAddress(value) ? 'no-origin' : undefined
}

/** Why a value can't be set; undefined if it can. */
export const ruleProblem = (rule: Rule, value: string): RuleProblem | undefined => {
  switch (rule.kind) {
    case 'switch':
      return value === 'on' || value === 'off' ? undefined : 'no-switch'
    case 'number':
      return numberProblem(rule, value)
    case 'choice':
      return rule.options.includes(value) ? undefined : 'no-option'
    case 'several':
      return partsOf(value, /,/).every((part) => rule.options.includes(part)) ? undefined : 'no-option'
    case 'text':
      return textProblem(rule, value)
    default:
      return listProblem(rule, value)
  }
}

const textOf = (rule: Rule, stored: Exclude<Stored, undefined>): string => {
  if (typeof stored === 'object') return stored.join(rule.kind === 'several' ? ',' : '\n')
  if (typeof stored === 'boolean') return stored ? 'on' : 'off'
  const text = String(stored).trim()
  switch (rule.kind) {
    case 'switch':
      if (on.test(text)) return 'on'
      return off.test(text) ? 'off' : text
    case 'number':
      return rule.factor === undefined || !/^\d{1,15}$/.test(text) ? text : String(Number(text) / rule.factor)
    case 'choice':
      return text.toLowerCase()
    case 'several':
      return partsOf(text.toLowerCase(), /,/).join(',')
    case 'list':
      return partsOf(text, /[\n,]/).join('\n')
    default:
      return String(stored)
  }
}

/** What is stored, as `RuleState` writes values. What can't be read is in `unread`: then the usual value holds. */
export const readRule = (rule: Rule, stored: Stored): Pick<RuleState, 'unread' | 'value'> => {
  if (stored === undefined || stored === '') return {}
  const value = textOf(rule, stored)
  return ruleProblem(rule, value) === undefined ? { value } : { unread: value.slice(0, 200) }
}

const numberToStore = (value: string, factor = 1) => String(Math.round(Number(value) * factor * 1e9) / 1e9)

const settingText = (rule: Rule, value: string): string => {
  switch (rule.kind) {
    case 'switch':
      return value === 'on' ? '1' : '0'
    case 'number':
      return numberToStore(value, rule.factor)
    case 'several':
      return partsOf(value, /,/).join(',')
    case 'list':
      return partsOf(value, /\n/).join(', ')
    default:
      return value
  }
}

/** A value that `ruleProblem` has nothing against, as the text of a setting. */
export const writeSetting = (rule: Rule, value: string): string => settingText(rule, value)

/** The same as a field of the details, or of a setting that is JSON. */
export const writeField = (rule: Rule, value: string): Exclude<Stored, undefined> => {
  switch (rule.kind) {
    case 'switch':
      return value === 'on'
    case 'number':
      return Number(numberToStore(value, rule.factor))
    case 'choice':
      return /^\d+$/.test(value) ? Number(value) : value
    case 'several':
      return partsOf(value, /,/)
    case 'list':
      return partsOf(value, /\n/)
    default:
      return value
  }
}
