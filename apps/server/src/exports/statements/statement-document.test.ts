import { type LanguageTag, languages } from '@sitwell/i18n/languages'
import { expect, test } from 'vitest'
import { readPdf } from '../../paper/testing/read-pdf.ts'
import { writePdf } from '../../paper/write-pdf.ts'
import { type Statement, statedOutcomes, statementDocument } from './statement-document.ts'
import { wordsWith } from './statement-words.ts'

const statement = (language: LanguageTag, more: Partial<Statement> = {}): Statement => ({
  ...{ language, words: wordsWith(language), organisation: 'Harbour College' },
  colours: { primary: '#1CA286', secondary: '#364651' },
  ...{ name: 'Ada <b>Byron</b>', number: 'HC-0061', examName: 'Food safety', session: 'May, in the hall' },
  ...{ dayMs: Date.UTC(2026, 4, 4, 23, 30), zone: 'Europe/London', outcome: 'sat', isPreview: false },
  result: { marks: { score: 0, max: 12.5 }, percent: 66.666, grade: 'Merit', passed: true },
  issuedAtMs: Date.UTC(2026, 5, 1, 12),
  ...more,
})

const read = async (one: Statement) => readPdf(await writePdf(statementDocument(one), () => undefined))

test('a statement is tagged, names its language and title, and says who sat what, when and with which result', async () => {
  const pdf = await read(statement('en'))
  expect(pdf).toMatchObject({ title: 'Food safety – Statement of result', language: 'en' })
  expect([pdf.all('H1'), pdf.all('H2')]).toEqual([['Food safety'], ['Candidate', 'Result']])
  const rows = pdf.all('TR')
  expect(rows).toEqual([
    ...['Name Ada <b>Byron</b>', 'Number HC-0061', 'Exam Food safety', 'Session May, in the hall', 'Date 5 May 2026'],
    ...['Outcome Sat', 'Marks 0 of 12.5', 'Percentage 66.67%', 'Grade Merit', 'Pass Passed'],
  ])
  expect(pdf.all('P')).toContain('Issued by Harbour College on 1 June 2026.')
})

// OFFICE-406
test('what is not released is called a preview: in the title, above the figures and at the foot', async () => {
  const pdf = await read(statement('en', { isPreview: true }))
  expect(pdf.title).toBe('Food safety – Preview of a statement of result')
  expect(pdf.all('P')).toContain('This is a preview. The result is not released and can still change.')
  expect(pdf.text).not.toContain('Issued by')
  expect(pdf.pages.every(({ lines }) => lines.split('Preview of a statement').length > 2)).toBe(true)
  expect((await read(statement('en'))).text).not.toContain('review')
})

// OFFICE-408
test('whoever did not sit has an outcome and no figure', async () => {
  for (const outcome of statedOutcomes.filter((one) => one !== 'sat')) {
    const pdf = await read(statement('en', { outcome }))
    expect(pdf.all('TR').slice(5)).toHaveLength(1)
    expect(pdf.text).not.toMatch(/12\.5|66\.67|Merit|Passed/)
  }
})

test('what the exam does not show stands nowhere', async () => {
  const pdf = await read(statement('en', { result: { grade: '' } }))
  expect(pdf.all('TR').slice(5)).toEqual(['Outcome Sat'])
})

test('there are words for it in every language, each its own', async () => {
  const titles = new Set<string | undefined>()
  for (const { tag } of languages) {
    const pdf = await read(statement(tag, { outcome: 'excused' }))
    expect(pdf.pages).toHaveLength(1)
    expect(pdf.language).toBe(tag)
    titles.add(pdf.title)
  }
  expect(titles.size).toBe(languages.length)
})
