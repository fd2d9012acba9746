import { comparableText } from '@sitwell/qti/comparable-text'
import { foldCase } from '@sitwell/qti/fold-case'
import { generalFeedback } from '../../bank/bank-feedback.ts'
import { type BankHtml, hasTag, plainHtml } from '../../bank/bank-html.ts'
import { bankNumber, bankNumberWithin } from '../../bank/bank-number.ts'
import type { BankAsks, BankChoice, BankEntry, BankQuestion } from '../../bank/bank-question.ts'
import type { Cell, TableRow } from './table.ts'
import { unusedCells } from './unused-cells.ts'

/** Columns by what they are called; several names mean the same. */
const columns: Readonly<Record<string, string>> = {
  question: 'question',
  text: 'question',
  type: 'type',
  answer: 'answer',
  correct: 'answer',
  key: 'answer',
  marks: 'marks',
  points: 'marks',
  section: 'section',
  category: 'section',
  id: 'id',
  credit: 'credit',
  tolerance: 'tolerance',
  shuffle: 'shuffle',
  notes: 'notes',
  feedback: 'feedback',
}

interface Header {
  /** Where each column of a name stands. */
  readonly at: ReadonlyMap<string, number>
  /** Where the choices stand, in their order: `A`, `B`, … or `option 1`, `option 2`, … */
  readonly options: readonly number[]
  readonly unknown: readonly string[]
}

/** What the columns of a table are; undefined if none is the question. */
export const headerOf = (row: TableRow | undefined): Header | undefined => {
  const at = new Map<string, number>()
  const options: number[] = []
  const unknown: string[] = []
  for (const [index, { text }] of row?.cells.entries() ?? []) {
    const name = text.trim().toLowerCase()
    const known = Object.hasOwn(columns, name) ? columns[name] : undefined
    if (known !== undefined && !at.has(known)) at.set(known, index)
    else if (/^([a-z]|(option|choice) ?([a-z]|\d{1,2}))$/.test(name)) options.push(index)
    else if (name !== '') unknown.push(text.trim())
  }
  return at.has('question') ? { at, options, unknown } : undefined
}

const isOn = (text: string) => /^(1|true|yes|y|on)$/i.test(text)

/** The choices that an answer may mean: by what it says, and by its letter or number. */
const indexesOf = (cell: string, options: readonly string[]): number[] => {
  const words = (text: string) => foldCase(comparableText(text.trim()))
  const byWords = options.findIndex((one) => words(one) === words(cell))
  const byLetter = /^[a-z]$/i.test(cell) ? cell.toLowerCase().charCodeAt(0) - 97 : -1
  const byNumber = /^\d{1,2}$/.test(cell) ? Number(cell) - 1 : -1
  return [...new Set([byWords, byLetter, byNumber])].filter((at) => options[at] !== undefined)
}

/** Also one that nobody can rely on: a text of digits is meant for a number, unless it begins with a nought as codes do. */
const looksNumeric = (text: string): boolean => {
  if (/^[+-]?0\d/.test(text)) return false
  const number = bankNumber(text)
  return 'value' in number || number.isAmbiguous === true
}

interface Read {
  readonly of: (column: string) => string
  /** The number of a column, as a text: what its cell holds, if that is shown in a form that is not a number. */
  readonly numberOf: (column: string) => string
  readonly answer: Cell | undefined
  readonly options: readonly string[]
  readonly choices: readonly string[]
}

const kinds: Readonly<Record<string, string>> = {
  choice: 'choice',
  single: 'choice',
  mc: 'choice',
  several: 'several',
  multiple: 'several',
  mr: 'several',
  truefalse: 'truefalse',
  'true/false': 'truefalse',
  tf: 'truefalse',
  text: 'text',
  short: 'text',
  number: 'number',
  numerical: 'number',
  essay: 'essay',
  written: 'essay',
  upload: 'upload',
  info: 'read',
  description: 'read',
}

/** Which kind a row is that doesn't say it. */
const guessed = ({ options, of }: Read): string => {
  const answer = of('answer')
  if (options.length > 0) return /[;|]/.test(answer) ? 'several' : 'choice'
  if (/^(true|false)$/i.test(answer)) return 'truefalse'
  if (answer === '') return 'essay'
  return answer.split('|').every(looksNumeric) ? 'number' : 'text'
}

const choiceOf = (read: Read, isSingle: boolean): BankAsks | { readonly why: string } => {
  const { options, choices, of } = read
  const cell = of('answer')
  const parts = cell
    .split(/[;|,]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const means = (one: string) => indexesOf(one, options)
  // A choice may hold a separator itself.
  const isWhole = isSingle || means(cell).length > 0
  const right = isWhole ? [cell].filter((one) => one !== '') : parts
  const wrong = right.find((one) => means(one).length === 0)
  if (wrong !== undefined) return { why: `Its answer "${wrong.slice(0, 80)}" is none of its choices.` }
  const isSeveral = !isSingle && isWhole && parts.length > 1 && parts.every((one) => means(one).length > 0)
  const unclear = isSeveral ? cell : right.find((one) => means(one).length > 1)
  if (unclear !== undefined)
    return { why: `Its answer "${unclear.slice(0, 80)}" is one choice by its words, and another by its letter or number.` }
  const found = right.flatMap(means)
  if (found.length === 0) return { why: 'It names no answer.' }
  if (new Set(choices).size < choices.length) return { why: 'Two of its choices are the same.' }
  const credit = of('credit').toLowerCase() || 'all'
  const shuffle = isOn(of('shuffle'))
  if (isSingle)
    return {
      kind: 'choice',
      isSingle,
      shuffle,
      choices: choices.map((html, at): BankChoice => ({ html, fraction: found.includes(at) ? 1 : 0 })),
    }
  if (credit !== 'each' && credit !== 'all') return { why: `Its credit "${credit.slice(0, 80)}" is neither all nor each.` }
  const worth = (at: number) => (found.includes(at) ? 1 / new Set(found).size : -1 / new Set(found).size)
  return {
    kind: 'choice',
    isSingle,
    shuffle,
    isWhole: credit === 'all',
    choices: choices.map((html, at): BankChoice => ({ html, fraction: worth(at) })),
  }
}

/** Numbers are read as they are shown; one that is shown as 25% is what its cell holds. */
const numberText = (cell: Cell | undefined): string => {
  const text = cell?.text.trim() ?? ''
  return cell?.value === undefined || 'value' in bankNumber(text) ? text : String(cell.value)
}

/** The numbers that a row accepts: a number that its cell holds is one alone. */
const numbersOf = (answers: readonly string[], { answer, numberOf }: Read): BankAsks | { readonly why: string } => {
  if (answers.length === 0) return { why: 'It names no answer.' }
  if (answer?.isDate) return { why: 'Its answer is a date or a time, and no number: give it the type text.' }
  const tolerance = numberOf('tolerance')
  if (tolerance.startsWith('-')) return { why: 'Its tolerance is less than nothing.' }
  const numbers = (answer?.value === undefined ? answers : [numberOf('answer')]).map((one) => bankNumberWithin(one, tolerance))
  const wrong = numbers.find((one) => 'why' in one)
  const accepted = numbers.flatMap((one) => ('why' in one ? [] : [{ ...one, fraction: 1 }]))
  return wrong ?? { kind: 'typed', typed: { is: 'number', accepted } }
}

const askedOf = (kind: string, read: Read): BankAsks | { readonly why: string } => {
  const { of } = read
  const answers = of('answer')
    .split('|')
    .map((one) => one.trim())
    .filter(Boolean)
  switch (kind) {
    case 'choice':
    case 'several':
      return choiceOf(read, kind === 'choice')
    case 'truefalse': {
      const isTrue = /^(true|t|yes|1)$/i.test(of('answer'))
      if (!isTrue && !/^(false|f|no|0)$/i.test(of('answer'))) return { why: 'Its answer is neither true nor false.' }
      const choices = ['True', 'False'].map((html, at) => ({ html, fraction: isTrue === (at === 0) ? 1 : 0 }))
      return { kind: 'choice', isSingle: true, shuffle: false, choices }
    }
    case 'text': {
      if (answers.length === 0) return { why: 'It names no answer.' }
      const accepted = answers.map((text) => ({ text, fraction: 1 }))
      return { kind: 'typed', typed: { is: 'text', accepted, ignoreCase: true, hasWildcards: false } }
    }
    case 'number': {
      return numbersOf(answers, read)
    }
    case 'essay':
      return { kind: 'essay', lines: 10, ...(of('notes') && { notes: plainHtml(of('notes')) }) }
    case 'upload':
      return { kind: 'upload', ...(of('notes') && { notes: plainHtml(of('notes')) }) }
    default:
      return { kind: 'read' }
  }
}

/** What of its cells may be shown otherwise elsewhere, and which number counts that is shown in another form. */
const doubtsOf = (cells: readonly (Cell | undefined)[], kind: string, { answer, numberOf }: Read): BankQuestion['lost'] => {
  const has = (doubt: Cell['doubt']) => cells.some((one) => one?.doubt === doubt)
  const counts = numberOf('answer')
  return [
    ...(has('country')
      ? [{ what: 'date', why: 'Its format follows the country of whoever opens the sheet; here it is day/month/year.' }]
      : []),
    ...(has('format')
      ? [{ what: 'number format', why: 'It hides the number, or isn’t known here: the number is shown.' }]
      : []),
    ...(kind === 'number' && answer !== undefined && counts !== answer.text.trim()
      ? [{ what: 'answer', why: `It is shown as ${answer.text.trim()}; ${counts} counts.`, loss: 'nothing' as const }]
      : []),
  ]
}

/** One row of a table of questions. */
export const readRow = (row: TableRow, { at, options: where }: Header, path: string, html: BankHtml): BankEntry => {
  const cellAt = (column: string) => row.cells[at.get(column) ?? -1]
  const of = (column: string) => cellAt(column)?.text.trim() ?? ''
  const numberOf = (column: string) => numberText(cellAt(column))
  const place = `${path} row ${row.number}`
  const name = of('id') || `row ${row.number}`
  const used = [...at.values(), ...where]
  if (row.cells.some(({ isFormula }, index) => isFormula && used.includes(index)))
    return { name, place, why: 'A cell holds a formula, which nothing here works out: put its value there.' }
  const options = where.map((index) => row.cells[index]?.text.trim() ?? '')
  const last = options.findLastIndex((one) => one !== '')
  const filled = options.slice(0, last + 1)
  if (filled.includes('')) return { name, place, why: 'There is an empty choice between others.' }
  const shown = (text: string, clean = (one: string) => html.clean(one)) => (hasTag(text) ? clean(text) : plainHtml(text))
  const read: Read = { of, numberOf, answer: cellAt('answer'), options: filled, choices: filled.map((one) => shown(one)) }
  const cell = of('type').toLowerCase()
  const kind = cell === '' ? guessed(read) : Object.hasOwn(kinds, cell) ? kinds[cell] : undefined
  if (kind === undefined) return { name, place, why: `There is no type "${cell.slice(0, 80)}".` }
  const worth = of('marks') === '' ? { value: kind === 'read' ? 0 : 1 } : bankNumber(numberOf('marks'))
  if ('why' in worth) return { name, place, why: `Its marks: ${worth.why}` }
  if (worth.value < 0) return { name, place, why: 'It is worth less than nothing.' }
  const text = shown(of('question'))
  if (text === '') return { name, place, why: 'It has no text.' }
  const asks = askedOf(kind, read)
  if ('why' in asks) return { name, place, why: asks.why }
  const feedback = generalFeedback(shown(of('feedback'), (one) => html.cleanFeedback(one)))
  const doubts = doubtsOf(
    used.map((index) => row.cells[index]),
    kind,
    read,
  )
  const lost = [...unusedCells(kind, { of, options: filled, isShuffled: isOn(of('shuffle')) }), ...doubts]
  return { name, place, section: of('section'), html: text, marks: worth.value, asks, feedback, lost }
}
