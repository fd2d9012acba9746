import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPackage } from '../../read-package.ts'
import { makeZip } from '../../testing/make-package.ts'
import { at, chosen, read, typed } from '../../testing/read-bank.ts'
import { numberFormats } from './number-formats.ts'

const xml = '<?xml version="1.0"?>'
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
/** A number in the style of its format: a code, or the number of one that is built in. */
interface Shown {
  readonly value: number
  readonly format: string | number
}

/** A workbook with these cells; the styles are those that its numbers ask for. */
const workbook = (rows: readonly (readonly (string | Shown)[])[], more = '') => {
  const formats = [...new Set(rows.flat().flatMap((one) => (typeof one === 'string' ? [] : [one.format])))]
  const idOf = (format: string | number) => (typeof format === 'number' ? format : 164 + formats.indexOf(format))
  const cell = (one: string | Shown) =>
    typeof one === 'string'
      ? `<c t="inlineStr"><is><t xml:space="preserve">${escaped(one)}</t></is></c>`
      : `<c s="${formats.indexOf(one.format) + 1}"><v>${one.value}</v></c>`
  const own = formats.filter((one) => typeof one === 'string')
  return makeZip({
    'xl/workbook.xml': `${xml}<workbook xmlns:r="r">${more}<sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xml}<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/styles.xml': `${xml}<styleSheet><numFmts>${own.map((one) => `<numFmt numFmtId="${idOf(one)}" formatCode="${escaped(one)}"/>`).join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats.map((one) => `<xf numFmtId="${idOf(one)}"/>`).join('')}</cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `${xml}<worksheet><sheetData>${rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')}</sheetData></worksheet>`,
  })
}
const readBook = async (...given: Parameters<typeof workbook>) => {
  const reading = await readPackage({ path: await workbook(...given) })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  const { exam, leftOut } = reading.package
  return { all: exam.sections.flatMap(({ questions = [] }) => questions), leftOut }
}
const options = (question: ReturnType<typeof at>) =>
  'options' in question && question.options ? question.options.map((one) => ('text' in one ? one.text : '')) : []
const pound = '"£"#,##0.00'

test('learners see what the sheet shows, in choices and texts', async () => {
  const { all, leftOut } = await readBook([
    ['question', 'A', 'B', 'C', 'answer'],
    ['Which share?', { value: 0.25, format: 9 }, { value: 0.4, format: '0.0%' }, { value: 0.75, format: 12 }, 'A'],
    [
      'What price?',
      { value: 4.5, format: pound },
      { value: 1234.5, format: '[$€-407]#,##0.00' },
      { value: -3, format: 1 },
      'A',
    ],
    [
      'When?',
      { value: 0.572916666666667, format: 20 },
      { value: 46000, format: 'yyyy-mm-dd' },
      { value: 1.5, format: '[h]:mm' },
      'A',
    ],
    ['Which code?', { value: 221, format: '00000' }, { value: 0.1 + 0.2, format: 0 }, { value: 1e21, format: 0 }, 'A'],
    [{ value: 42, format: '0 "apples"' }, 'a', 'b', '', 'A'],
  ])
  expect(all.map(options)).toEqual([
    ['25%', '40.0%', '3/4'],
    ['£4.50', '€1.234,50', '-3'],
    ['13:45', '2025-12-09', '36:00'],
    ['00221', '0.3', '1e+21'],
    ['a', 'b'],
  ])
  expect(at(all, 4).text).toBe('42 apples')
  expect(leftOut).toEqual([])
})

test('a key is what the sheet shows: shares, dates and codes as texts, and as a choice', async () => {
  const { all } = await readBook([
    ['question', 'type', 'answer', 'A', 'B'],
    ['Share?', '', { value: 0.25, format: 9 }],
    ['Leaves?', 'text', { value: 0.572916666666667, format: 20 }],
    ['Code?', '', { value: 221, format: '00000' }],
    ['Which?', '', { value: 0.25, format: 9 }, { value: 0.4, format: 9 }, { value: 0.25, format: 9 }],
  ])
  expect([typed(at(all, 0), '25%'), typed(at(all, 0), '0.25')]).toEqual([1, 0])
  expect(typed(at(all, 1), '13:45')).toBe(1)
  expect([typed(at(all, 2), '00221'), typed(at(all, 2), '221')]).toEqual([1, 0])
  expect([chosen(at(all, 3), '40%'), chosen(at(all, 3), '25%')]).toEqual([0, 1])
})

test('where a number is asked for, the number counts: as it is shown, or as its cell holds it, which is told', async () => {
  const { all, leftOut } = await readBook([
    ['question', 'type', 'answer', 'marks', 'tolerance'],
    ['g?', 'number', { value: 9.80665, format: '0.00' }, { value: 2, format: pound }, { value: 0.05, format: 9 }],
    ['Share?', 'number', { value: 0.25, format: 9 }],
    ['How many?', 'number', { value: 1234, format: '#,##0' }],
    ['Day?', 'number', { value: 46000, format: 'yyyy-mm-dd' }],
  ])
  expect(all.map(({ marks }) => marks)).toEqual([2, 1, 1])
  expect(['9.81', '9.85', '9.87'].map((one) => typed(at(all, 0), one))).toEqual([2, 2, 0])
  expect([typed(at(all, 1), '0.25'), typed(at(all, 2), '1234')]).toEqual([1, 1])
  expect(leftOut.map(({ what, why, loss }) => [what, why.slice(0, 32), loss])).toEqual([
    ['answer', 'It is shown as 25%; 0.25 counts.', 'nothing'],
    ['answer', 'It is shown as 1,234; 1234 count', 'nothing'],
    ['item', 'Its answer is a date or a time, ', 'structure'],
  ])
})

test('a date by country, and a number whose format hides it or is unknown, are told as losses of content', async () => {
  const choice = (one: Shown) => [
    ['question', 'A', 'B', 'answer'],
    ['Which?', one, 'b', 'A'],
  ]
  const told = async (one: Shown, more = '') => {
    const { all, leftOut } = await readBook(choice(one), more)
    return [options(at(all, 0))[0], ...leftOut.map(({ what, loss }) => `${what}: ${loss ?? 'content'}`)]
  }
  expect(await told({ value: 46000, format: 14 })).toEqual(['09/12/2025', 'date: content'])
  expect(await told({ value: 46000 - 1462, format: 14 }, '<workbookPr date1904="1"/>')).toEqual(['09/12/2025', 'date: content'])
  expect(await told({ value: 5, format: ';;;' })).toEqual(['5', 'number format: content'])
  expect(await told({ value: 5, format: 'nonsense"' })).toEqual(['5', 'number format: content'])
  expect(await told({ value: 5, format: 58 })).toEqual(['5', 'number format: content'])
  expect(await told({ value: 5, format: `0${' '.repeat(300)}` })).toEqual(['5', 'number format: content'])
})

test('characters that XML can’t hold are written by their numbers, and read as what they are', async () => {
  const { all } = await readBook([
    ['question', 'A', 'B', 'answer'],
    ['Quote_x000D_\nLine two', 'yes_x000D_', 'a_x005F_x0041_b', 'yes'],
    ['Smile _xD83D__xDE00_ _x0007_', 'x_y', '_x00_', 'A'],
  ])
  expect(at(all, 0).text).toBe('Quote<br>Line two')
  expect(options(at(all, 0))).toEqual(['yes', 'a_x0041_b'])
  expect([at(all, 1).text, ...options(at(all, 1))]).toEqual(['Smile 😀', 'x_y', '_x00_'])
})

test('whatever the format and the number, something is shown', () => {
  const code = fc.string({ unit: fc.constantFrom(...'0#?.,%/;@"\\_*ymdhs[]$€-+E :'), maxLength: 20 })
  fc.assert(
    fc.property(code, fc.double({ noNaN: true, noDefaultInfinity: true }), (written, value) => {
      const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${escaped(written)}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`
      const show = numberFormats(new Map([['s', new TextEncoder().encode(styles)]]), 's', false)
      expect(show(value, 0).text).not.toBe('')
    }),
  )
})

test.each([
  ['windows-1252', 'Größte Straße?', [0xf6, 0xdf, 0xdf]],
  ['windows-1251', 'Какой город столица России?', undefined],
])('a table in %s is read as such, and says so with a sample', async (encoding, question, codes) => {
  const bytesOf = (text: string) =>
    Uint8Array.from([...text], (one) => {
      const code = one.codePointAt(0) ?? 0
      if (code < 256) return code
      return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : 0x3f
    })
  const bytes = bytesOf(`question,A,B,answer\n${question},x,y,A\n`)
  if (codes) expect([...bytes]).toEqual(expect.arrayContaining(codes))
  const { all, leftOut } = await read('table.csv', bytes)
  expect(at(all, 0).text).toBe(question)
  expect(leftOut).toMatchObject([{ what: 'encoding', loss: 'nothing', why: expect.stringContaining(encoding) }])
  expect(leftOut?.[0]?.why).toContain(question.slice(0, 8))
  const plain = await read('table.csv', new TextEncoder().encode(`question,A,B,answer\n${question},x,y,A\n`))
  expect(plain.leftOut).toEqual([])
})

const found = join(import.meta.dirname, '../../../../../../../shared/data/found/formats.xlsx')

describe.runIf(existsSync(found))('a workbook that people met, skipped where ../shared/data/found is absent', () => {
  test('learners see what it shows, and its dates and times can be answered', async () => {
    const reading = await readPackage({ path: found })
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
    const all = reading.package.exam.sections.flatMap(({ questions = [] }) => questions)
    expect(all.flatMap((one) => options(one).slice(0, 1))).toEqual(['25%', '09/12/2025', '3/4', '£4.50', 'yes'])
    const texts = all.filter(({ type }) => type === 'MULTITEXT')
    expect(['13:45', '00221', '09/12/2025'].map((one, index) => typed(at(texts, index), one))).toEqual([1, 1, 1])
    expect(at(all, all.length - 1).text).toBe('Quote<br>Line two')
  })
})
