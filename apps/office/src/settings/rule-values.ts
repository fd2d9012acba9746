import type { RuleState } from '@sitwell/contract'
import type { SettingsText } from './settings-text.ts'

/** What holds of a rule now; undefined: no limit, or nothing. */
export const holdsNow = ({ value, usual }: Pick<RuleState, 'usual' | 'value'>): string | undefined => value ?? usual

/** Whether something else holds than the default, or what is stored can't be read. */
export const isChanged = ({ value, usual, unread }: Pick<RuleState, 'unread' | 'usual' | 'value'>): boolean =>
  unread !== undefined || (value !== undefined && value !== usual)

/** The words of an option. */
export const optionText = ({ key }: Pick<RuleState, 'key'>, option: string, text: SettingsText): string =>
  // Boundary: a test asks for each option of each rule.
  text(`rule.${key}.${option}` as Parameters<SettingsText>[0])

/** The parts of a value of several options, or of a list. */
export const partsOf = (value: string, separator: string): string[] => value.split(separator).filter((part) => part !== '')

/** A value in words. */
export const valueText = (rule: RuleState, value: string | undefined, text: SettingsText, code: string): string => {
  if (value === undefined) return text(rule.kind === 'number' ? 'settings.noLimit' : 'settings.nothing')
  switch (rule.kind) {
    case 'switch':
      return text(value === 'on' ? 'settings.on' : 'settings.off')
    case 'number': {
      const number = new Intl.NumberFormat(code, { maximumFractionDigits: 9 }).format(Number(value))
      return rule.unit === undefined ? number : `${number} ${text(`settings.unit.${rule.unit}`)}`
    }
    case 'choice':
      return optionText(rule, value, text)
    case 'several':
      return listText(
        partsOf(value, ',').map((option) => optionText(rule, option, text)),
        text,
      )
    case 'list':
      return listText(partsOf(value, '\n'), text)
    default:
      return value === '' ? text('settings.nothing') : value
  }
}

const listText = (parts: readonly string[], text: SettingsText) =>
  parts.length === 0 ? text('settings.nothing') : parts.join(', ')

/** What a number has to be, in words; undefined of rules that are none. */
export const limitsText = ({ unit, least, most }: RuleState, text: SettingsText, code: string): string | undefined => {
  if (unit === undefined || least === undefined || most === undefined) return undefined
  const format = new Intl.NumberFormat(code)
  const values = { least: format.format(least), most: format.format(most), unit: text(`settings.unit.${unit}`) }
  // Nobody needs to read of a bound that is far beyond any use.
  return text(most >= 100_000 ? 'settings.least' : 'settings.limits', values)
}

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether each word of a search is in the title, the explanation or the name of a rule; capitals and accents don't count. */
export const isFound = (rule: Pick<RuleState, 'key' | 'name'>, search: string, text: SettingsText): boolean => {
  const all = folded([text(`rule.${rule.key}`), text(`rule.${rule.key}.help`), rule.name].join(' '))
  return folded(search)
    .split(/\s+/)
    .every((word) => all.includes(word))
}
