import type { Calculator, CalculatorKey } from '@sitwell/exam/calculator'

type Text = (id: string) => string

const wordOf: Readonly<Record<string, string>> = {
  '+': 'tools.plus',
  '-': 'tools.minus',
  '*': 'tools.times',
  '/': 'tools.divided',
  '=': 'tools.equals',
  '.': 'tools.point',
}

/** What a key is called; a digit is its own name. */
export const keyName = (key: CalculatorKey, text: Text): string =>
  /^\d$/.test(key) ? key : text(wordOf[key] ?? `tools.${key}`)

/** An entry in words, for a screen reader: it passes over signs or reads them as punctuation. */
export const spoken = ({ entry, isResult, fault }: Calculator, text: Text): string => {
  if (fault) return text(`tools.${fault}`)
  const words = [...entry].map((one) => (wordOf[one] && one !== '.' ? ` ${text(wordOf[one])} ` : one)).join('')
  return (isResult ? `${text('tools.equals')} ${words}` : words).replaceAll(/ +/g, ' ').trim()
}
