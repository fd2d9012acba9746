import type { Calculator, CalculatorKey } from '@sitwell/exam/calculator'
import type { Catalogue } from '@sitwell/i18n/catalogue'
import type { MessageId } from '@sitwell/i18n/message-ids'

type Text = Catalogue['text']

const wordOf: Readonly<Partial<Record<string, MessageId>>> = {
  '+': 'tools.plus',
  '-': 'tools.minus',
  '*': 'tools.times',
  '/': 'tools.divided',
  '=': 'tools.equals',
  '.': 'tools.point',
  clear: 'tools.clear',
  back: 'tools.back',
  sign: 'tools.sign',
  percent: 'tools.percent',
  root: 'tools.root',
}

/** What a key is called; a digit is its own name. */
export const keyName = (key: CalculatorKey, text: Text): string => {
  const name = wordOf[key]
  return name === undefined ? key : text(name)
}

/** An entry in words, for a screen reader: it passes over signs or reads them as punctuation. */
export const spoken = ({ entry, isResult, fault }: Calculator, text: Text): string => {
  if (fault) return text(`tools.${fault}`)
  const words = [...entry].map((one) => (wordOf[one] && one !== '.' ? ` ${text(wordOf[one])} ` : one)).join('')
  return (isResult ? `${text('tools.equals')} ${words}` : words).replaceAll(/ +/g, ' ').trim()
}
