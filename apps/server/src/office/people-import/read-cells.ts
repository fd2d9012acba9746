import { type DateOrder, type PeopleField, personFields, type RowProblem } from '@sitwell/contract'
import { plainLine } from '../../plain-line.ts'
import { isAddress, isPhoneNumber } from '../people/read-fields.ts'

/** What a cell comes to: a value (empty: nothing is known), or what is wrong with it. */
export type ReadCell = { readonly ok: true; readonly value: string } | { readonly ok: false; readonly problem: RowProblem }

const wrong = (problem: RowProblem): ReadCell => ({ ok: false, problem })
const value = (text: string): ReadCell => ({ ok: true, value: text })

/** A day that exists, from 1900 on, as `YYYY-MM-DD`. */
const dayOf = (year: number, month: number, day: number): string | undefined => {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = year >= 1900 && year < 2200 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? date.toISOString().slice(0, 10) : undefined
}

/** A date as spreadsheets write it; programs of a country write its own order with slashes. Years have four digits: two could be either century. */
export const readDate = (text: string, order: DateOrder): string | undefined => {
  const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text)
  if (yearFirst) return dayOf(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3]))
  const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text)
  if (!yearLast) return undefined
  const [first, second, year] = [Number(yearLast[1]), Number(yearLast[3]), Number(yearLast[4])]
  return yearLast[2] === '.' || order === 'day-first' ? dayOf(year, second, first) : dayOf(year, first, second)
}

/** The order that makes dates of most cells; day first if both make as many. */
export const guessDateOrder = (cells: readonly string[]): DateOrder => {
  const count = (order: DateOrder) => cells.filter((one) => readDate(one.trim(), order) !== undefined).length
  return count('month-first') > count('day-first') ? 'month-first' : 'day-first'
}

/** Reads a cell as the field that its column holds, by the rules of the form for one person. */
export const readCell = (field: PeopleField, cell: string, order: DateOrder): ReadCell => {
  const text = plainLine(cell)
  if (text === '') return value('')
  // Control characters and those that turn the direction of a text around: neither is part of a name, and both hide what a name is.
  if (/[\p{Cc}\u202a-\u202e\u2066-\u2069\ufffd]/u.test(text)) return wrong('wrong-characters')
  if (field === 'dateOfBirth') {
    const day = readDate(text, order)
    return day === undefined ? wrong('no-date') : value(day)
  }
  if (!personFields[field].safeParse(text).success) return wrong('too-long')
  if (field === 'email' && !isAddress(text)) return wrong('no-address')
  if (field === 'phone' && !isPhoneNumber(text)) return wrong('no-phone-number')
  return value(text)
}
