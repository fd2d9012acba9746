import { expect, test } from 'vitest'
import { hasGraveLoss, reportOf } from './import-report.ts'
import { pageOf } from './report-page.ts'
import { tableOf } from './report-table.ts'

const exam = { name: 'Sums <& such>' } as Parameters<typeof reportOf>[1]['exam']
const item = (identifier: string, type?: string) => ({
  place: `${identifier}.xml`,
  identifier,
  question: type === undefined ? undefined : { id: identifier, type, marks: 1.5, marking: 'by its processing' },
})
const read = {
  exam,
  items: [item('Q1', 'RADIO'), item('Q2', 'MATCH'), item('Q3')],
  leftOut: [
    { place: 'Q1.xml', what: 'marking', why: 'told only', loss: 'nothing' as const },
    { place: 'Q2.xml', what: '<video>', why: 'It may not\u001b[31m stand there.' },
    { place: 'Q3.xml', what: 'item R_Q3', why: 'Of a kind.', loss: 'structure' as const },
    { place: 't.xml S', what: 'weight', why: 'Not kept.', loss: 'marks' as const },
  ],
}

test('each item has its verdict, with what it lost; what is beside them stands apart', () => {
  const report = reportOf('a.zip', { ...read, items: [...read.items.slice(0, 2), { ...item('Q3'), identifier: 'R_Q3' }] })
  expect(report.items.map(({ identifier, verdict, losses }) => [identifier, verdict, losses.length])).toEqual([
    ['Q1', 'faithful', 1],
    ['Q2', 'with loss', 1],
    ['R_Q3', 'left out', 1],
  ])
  expect(report.others).toEqual([{ place: 't.xml S', what: 'weight', why: 'Not kept.', loss: 'marks' }])
  expect(report.totals).toEqual({
    items: 3,
    faithful: 1,
    withLoss: 1,
    leftOut: 1,
    losses: { marks: 1, structure: 1, content: 1 },
  })
})

test('marks and structure have to be accepted, content and notes do not', () => {
  expect(hasGraveLoss(read.leftOut)).toBe(true)
  expect(hasGraveLoss(read.leftOut.slice(0, 2))).toBe(false)
})

test('a terminal has a row for each item and the totals, and nothing that moves its cursor', () => {
  const lines = tableOf(reportOf('a.zip', read))
  expect(lines[0]).toMatch(/^ {2}item +verdict +type +marks +marked$/)
  expect(lines[1]).toMatch(/^ {2}Q1 +faithful +RADIO +1\.5 +by its processing$/)
  expect(lines.at(-1)).toBe(
    '  3 items: 1 faithful, 1 with loss, 1 left out; 1 loss of marks, 1 loss of structure, 1 loss of content',
  )
  expect(lines.join('')).not.toContain('\u001b')
  expect(tableOf(reportOf('b.zip', { exam, leftOut: [] }))).toEqual(['  nothing lost'])
})

test('a page loads nothing and shows what a package says as text', () => {
  const page = pageOf([reportOf('a.zip', read)])
  expect(page).toContain('<h2>Sums &lt;&amp; such&gt;</h2>')
  expect(page).toContain('&lt;video&gt;')
  expect(page).not.toMatch(/<script|<video|src=|href=/)
})

test('what many items lose in the same words is one line, and what has to be accepted is named item by item', () => {
  const ids = Array.from({ length: 40 }, (_, n) => `Q${n}`)
  const report = reportOf('a.zip', {
    exam,
    items: ids.map((one) => item(one, 'RADIO')),
    leftOut: ids.flatMap((one) => [
      { place: `${one}.xml`, what: '<style>', why: 'It may not stand in the HTML of an exam.' },
      { place: `${one}.xml`, what: 'marking', why: `Of ${one} alone.`, loss: 'nothing' as const },
      { place: `${one}.xml`, what: 'key', why: 'None.', loss: 'marks' as const },
      { place: `section ${one}`, what: 'rubric', why: 'Not shown.' },
    ]),
  })
  const lines = tableOf(report)
  expect(lines.filter((one) => one.includes('<style>'))).toEqual([
    '  40 items: loss of content: <style>: It may not stand in the HTML of an exam.',
  ])
  expect(lines.filter((one) => one.includes('rubric'))).toEqual(['  40 places: loss of content: rubric: Not shown.'])
  expect(lines.filter((one) => /alone|None/.test(one)).length).toBe(80)
  expect(lines.at(-1)).toContain('40 with loss')
  const page = pageOf([report])
  expect(page.match(/&lt;style&gt;/g)?.length).toBe(1)
  expect(page.match(/rubric/g)?.length).toBe(1)
  expect(page).toContain('40 items: &lt;style&gt;')
  // The report for programs has all of it at each item.
  expect(report.items.every(({ losses }) => losses.length === 3)).toBe(true)
  expect(
    tableOf(reportOf('a.zip', { ...read, leftOut: read.leftOut.slice(0, 2) })).filter((one) => / items?: /.test(one)).length,
  ).toBe(1)
})
