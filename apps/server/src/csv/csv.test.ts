import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'
import { CsvRefused, parseCsv } from './parse-csv.ts'

const limits = { rows: 1000, columns: 10, cell: 200 }
const parse = (text: string) => parseCsv(text, limits)

const refusal = (text: string) => {
  try {
    parse(text)
    return undefined
  } catch (error) {
    if (!(error instanceof CsvRefused)) throw error
    return [error.message, error.row]
  }
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

test('what is written as CSV with any delimiter is read back, however its cells look', () => {
  const cell = fc.stringMatching(/^[\p{L}",;|\t\n =+\-@]{0,20}$/u)
  const row = fc.array(cell, { minLength: 2, maxLength: 5 }).filter((cells) => cells.some((one) => one.trim() !== ''))
  fc.assert(
    fc.property(fc.array(row, { maxLength: 8 }), fc.constantFrom(',', ';', '\t', '|'), (rows, delimiter) => {
      const header = ['Name', 'User name', 'Number']
      const written = [header, ...rows].map((cells) => cells.map(quoted).join(delimiter)).join('\n')
      expect(parse(written)).toEqual({ delimiter, rows: [header, ...rows].map((cells, at) => ({ number: at + 1, cells })) })
    }),
  )
})

test('empty rows are left out, and the others keep the numbers that a spreadsheet program shows', () => {
  expect(parse('a;b\n1;"x\ny"\n\n;\n2;3\n').rows.map(({ number }) => number)).toEqual([1, 2, 5])
})

test('a file that is no table, or too large, is refused by its row', () => {
  expect(refusal('a,b\n"x,1\n')).toEqual([expect.stringContaining('quotation mark'), 2])
  expect(refusal(`a\n${'x\n'.repeat(1000)}`)).toEqual(['It has more than 999 rows.', undefined])
  expect(refusal(`a,b\n${'x,'.repeat(20)}`)).toEqual(['It has more than 10 columns.', 2])
  expect(refusal(`a\n${'x'.repeat(201)}`)).toEqual(['A cell has more than 200 characters.', 2])
  expect(refusal('')).toBeUndefined()
})

test('an encoding is taken from the byte order mark, or recognised and shown with a sample', () => {
  const text = 'Name\nMarek Dvořák\nZoë\n'
  expect(decodeText(Buffer.from(text))).toEqual({ text, encoding: 'utf-8' })
  expect(decodeText(Buffer.from(`\ufeff${text.replaceAll('\n', '\r\n')}`))).toEqual({ text, encoding: 'utf-8' })
  expect(decodeText(Buffer.from(`\ufeff${text}`, 'utf16le'))).toEqual({ text, encoding: 'utf-16le' })
  const older = decodeText(Buffer.from('Name\nJosé Müller\nRenée Gärtner\n', 'latin1'))
  expect(older).toMatchObject({ text: 'Name\nJosé Müller\nRenée Gärtner\n', doubtfulSample: expect.stringContaining('José') })
})
