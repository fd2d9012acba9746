import fc from 'fast-check'
import { expect, test } from 'vitest'
import { neutralised, toCsv } from './csv.ts'

/** Reads a file as RFC 4180 has it, character by character. */
const read = (file: string): string[][] => {
  const rows: string[][] = []
  let row: string[] = []
  let field = ''
  let isQuoted = false
  for (let at = 0; at < file.length; at += 1) {
    const here = file[at]
    if (isQuoted) {
      if (here !== '"') field += here
      else if (file[at + 1] === '"') {
        field += '"'
        at += 1
      } else isQuoted = false
    } else if (here === '"') isQuoted = true
    else if (here === ',') {
      row.push(field)
      field = ''
    } else if (here === '\r' && file[at + 1] === '\n') {
      at += 1
      rows.push([...row, field])
      row = []
      field = ''
    } else field += here
  }
  return rows
}

const starts = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.tuple(fc.constantFrom(...starts), fc.string()).map((parts) => parts.join('')),
  fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', ' ', 'a', 'ä', 'م', "'") }),
)
const table = fc
  .integer({ min: 1, max: 5 })
  .chain((width) => fc.array(fc.array(text, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }))

test('what is read back is what was written, with formulas neutralised', () => {
  fc.assert(
    fc.property(table, ([header = [], ...rows]) => {
      const file = toCsv(
        header,
        rows.map((fields) => fields.map((one) => ({ text: one }))),
      )
      expect(file.startsWith('\ufeff')).toBe(true)
      expect(read(file.slice(1))).toEqual([header, ...rows].map((fields) => fields.map((one) => neutralised({ text: one }))))
    }),
  )
})

test('no field begins with what a spreadsheet takes for a formula, and nothing else changes', () => {
  fc.assert(
    fc.property(text, fc.boolean(), (one, isNumber) => {
      const safe = neutralised({ text: one, isNumber })
      const begins = starts.some((start) => one.startsWith(start))
      if (begins && !(isNumber && /^[+-]\d/.test(one))) expect(safe).toBe(`'${one}`)
      else expect([one, `'${one}`]).toContain(safe)
      if (!begins) expect(safe).toBe(one)
    }),
  )
})

test('a number keeps its sign; a formula in a column of numbers is neutralised', () => {
  expect(['-3', '+1,204.5', '-1.204,5'].map((one) => neutralised({ text: one, isNumber: true }))).toEqual([
    '-3',
    '+1,204.5',
    '-1.204,5',
  ])
  expect(['-3', "-3+cmd|' /C calc'!A0"].map((one) => neutralised({ text: one }))).toEqual(["'-3", "'-3+cmd|' /C calc'!A0"])
  expect(neutralised({ text: '-3+A1', isNumber: true })).toBe("'-3+A1")
})

test('fields with quotes, commas, line breaks or blanks at an end are quoted', () => {
  expect(toCsv(['Name', 'Note'], [[{ text: 'Lena "L", Lindqvist' }, { text: ' two\nlines' }]])).toBe(
    '\ufeffName,Note\r\n"Lena ""L"", Lindqvist"," two\nlines"\r\n',
  )
})

test('a null character does not hide the beginning of a formula', () => {
  expect(toCsv(['name'], [[{ text: '\0=1+1' }]])).toBe("\ufeffname\r\n'=1+1\r\n")
})
