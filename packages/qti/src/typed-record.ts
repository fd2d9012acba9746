import { normalForm } from './normal-form.ts'
import { float, integer, type RecordValue, type Single, single } from './value.ts'

const written = /^([+-]?)(\d*)(?:([.,])(\d*))?(?:[eE]([+-]?\d{1,4}))?$/

/**
 * What was typed where a record is asked for: the text, and where it is a number, its parts (information model, numerical response
 * variable of a textEntryInteraction).
 */
export const recordIn = (text: string): RecordValue => {
  const fields = new Map<string, Single | null>([['stringValue', single('string', normalForm(text, 'NFC'))]])
  const [found, sign = '', left = '', point, right = '', exponent] = written.exec(text) ?? []
  if (found !== undefined && left + right !== '') {
    const value = Number(`${sign}${left || '0'}.${right || '0'}${exponent === undefined ? '' : `e${exponent}`}`)
    fields.set('floatValue', float(value))
    if (point === undefined && exponent === undefined) fields.set('integerValue', integer(value))
    fields.set('leftDigits', integer(left.length))
    fields.set('rightDigits', integer(right.length))
    fields.set('ndp', integer(right.length))
    fields.set('nsf', integer((left + right).replace(/^0+/, '').length))
    if (exponent !== undefined) fields.set('exponent', integer(Number(exponent)))
  }
  return { cardinality: 'record', fields }
}
