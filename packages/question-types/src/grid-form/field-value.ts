import { gridSeparators } from '@sitwell/contract'
import { customValueIn } from './custom-value.ts'
import type { GridField } from './form.ts'
import { isOnPicture, partsOf } from './on-picture.ts'
import { playsIn } from './plays.ts'

const separators = new RegExp(`[${Object.values(gridSeparators).join('')}]`, 'g')

/** The text without the characters that join the answer (decisions, "Grid separators"). */
export const withoutSeparators = (text: string): string => text.replace(separators, '')

/** At most so many characters, and no half of a pair at the end. */
const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '')

/** What numbers are written with: digits, of Arabic and Persian too, their marks and signs, and spaces between thousands. */
const notOfNumber = /[^\d\u0660-\u0669\u06f0-\u06f9.,\u066b\u066c\u060c'\u2019+\-\u2212\p{Zs}]/gu

/** Whether a field is for a number, and a text has something in it that no number has. */
export const isBesideNumber = (field: GridField, text: string): boolean =>
  field.kind === 'input' && field.format === 'number' && text.search(notOfNumber) >= 0

/** Longest file name that is kept. */
const maxFileName = 255

/** What a checkbox that is ticked, and a timer that is over, holds. */
export const ticked = '1'

/** `YYYY-MM-DD`; a part that isn't chosen yet is 0. */
const dateForm = /^\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])$/

/** Whether the day stands in its month, as far as both are chosen. */
const isDate = (value: string): boolean => {
  if (!dateForm.test(value)) return false
  const [year = 0, month = 0, day = 0] = value.split('-').map(Number)
  return month === 0 || day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

const isAreas = (known: readonly string[], most: number, value: string): boolean => {
  const ids = partsOf(value)
  return (
    ids.join(' ') === value && ids.length <= most && new Set(ids).size === ids.length && ids.every((id) => known.includes(id))
  )
}

/** Whether a text may stand in a field; the empty one may in all. */
export const isFieldValue = (field: GridField, value: string): boolean => {
  if (value === '') return true
  switch (field.kind) {
    case 'input':
      if (field.format === 'date') return isDate(value)
      return value.length <= field.maxLength && !/[\r\n]/.test(value) && withoutSeparators(value) === value
    case 'textarea':
      return value.length <= field.maxLength && withoutSeparators(value) === value
    case 'calendar':
      return isDate(value)
    case 'radio':
    case 'dropdown':
      return field.options.some(({ id }) => id === value)
    case 'checkbox':
    case 'timer':
      return value === ticked
    case 'recording': {
      const plays = playsIn(value)
      return plays !== undefined && (field.most === 0 || plays.count <= field.most)
    }
    case 'custom':
      return customValueIn(value) !== undefined && withoutSeparators(value) === value
    case 'fileButton':
      return value.length <= maxFileName && withoutSeparators(value) === value
    case 'drawing':
      // What is drawn is looked at by what shows it, and by the server before it keeps it: its code is not on the way to a question.
      return value.startsWith('{') && withoutSeparators(value) === value
    case 'hotspot':
    case 'areaOrder':
      return isAreas(
        field.areas.map(({ id }) => id),
        field.most,
        value,
      )
    case 'areaPairs':
    case 'areaCards':
    case 'points':
      return isOnPicture(field, value)
  }
}

/** What of a text fits into a field: separators, what is too long and what no number has in a field for one go; what can't stand there at all leaves it empty. */
export const fitValue = (field: GridField, entered: string): string => {
  const plain = withoutSeparators(entered)
  switch (field.kind) {
    case 'input':
      if (field.format === 'date') return isDate(plain) ? plain : ''
      return cut(plain.replace(/[\r\n]+/g, ' ').replace(field.format === 'number' ? notOfNumber : '', ''), field.maxLength)
    case 'textarea':
      return cut(plain, field.maxLength)
    case 'fileButton':
      return cut(plain, maxFileName)
    default:
      return isFieldValue(field, plain) ? plain : ''
  }
}
