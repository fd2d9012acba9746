import { languages } from '@sitwell/i18n/languages'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPdf } from '../paper/testing/read-pdf.ts'
import { writePdf } from '../paper/write-pdf.ts'
import { outlineOf } from './outline.ts'
import { printedQuestion, sampleResults } from './testing/sample-results.ts'

const print = async (...given: Parameters<typeof sampleResults>) => {
  const pages: number[] = []
  const bytes = await writePdf(outlineOf(sampleResults(...given)), (percent) => pages.push(percent))
  return { bytes, pages }
}

describe('the PDF of practice results', () => {
  test('has title, language, headings, paragraphs and tables with header cells, page after page', async () => {
    const choice = { type: 'RADIO', options: [{ id: 'a', text: '<b>Bowline</b>' }] }
    const questions = [
      printedQuestion(1, { options: [{ optionID: 'a', optionText: '<b>Bowline</b>' }] }, choice, { workings: '6 × 2' }),
      printedQuestion(2, undefined, {}, { mark: { score: 0, maxScore: 2, needsPerson: true } }),
      printedQuestion(3, undefined, { type: 'STATICTEXT', text: '<ol><li>Read</li><li>this</li></ol>' }, { mark: undefined }),
    ]
    const { bytes, pages } = await print(questions)
    const pdf = await readPdf(bytes)
    expect([pdf.title, pdf.language]).toEqual(['Knots & tides – Your practice results', 'en'])
    expect(pdf.all('H1')).toEqual(['Knots & tides'])
    expect(pdf.all('H2')).toEqual(['Your result', 'Your questions', 'First part', 'Receipt'])
    expect(pdf.all('H3')).toEqual(['Question 1 1 of 2', 'Question 2 Read by a person', 'Question 3'])
    expect(pdf.all('TH')).toEqual(expect.arrayContaining(['Name', 'Marks', 'Question', 'Answered', '1', '2']))
    expect(pdf.all('TD')).toEqual(expect.arrayContaining(['Ada Wood', '1.5 of 2', '75%', 'Yes', 'No']))
    expect(pdf.all('P')).toEqual(expect.arrayContaining(['Bowline', 'No answer', 'Well done.', '6 × 2']))
    expect(pdf.all('LI')).toEqual(['1. Read', '2. this'])
    expect(pdf.text).toContain(`Page 1 of ${pdf.pages.length}`)
    expect(pdf.text).toContain('ab12'.repeat(8))
    expect(pages.at(-1)).toBe(100)
    // What every viewer and validator goes by.
    const raw = Buffer.from(bytes).toString('latin1')
    for (const mark of ['/StructTreeRoot', '/Marked true', '/DisplayDocTitle true', 'pdfuaid:part']) expect(raw).toContain(mark)
  })

  test('has what is said of an answer behind it, under its title or the word for it', async () => {
    const feedback = [{ title: 'Not quite', html: '<p>A <b>bowline</b> holds.</p>' }, { html: 'Read chapter 2' }]
    const pdf = await readPdf((await print([printedQuestion(1, { answerText: 'a reef knot' }, {}, { feedback })])).bytes)
    const paragraphs = pdf.all('P')
    const from = paragraphs.indexOf('a reef knot')
    expect(paragraphs.slice(from, from + 5)).toEqual([
      'a reef knot',
      'Not quite',
      'A bowline holds.',
      'Feedback',
      'Read chapter 2',
    ])
  })

  test('shows what was drawn on its picture as a figure that says what was said of it, in both directions of reading', async () => {
    const size = { width: 200, height: 100 }
    const sketch = { kind: 'drawing', id: 'way', label: 'Your way', src: 'resources/map.png', alt: 'A map', ...size }
    const form = { type: 'QGRID', rows: [{ cells: [{ components: [sketch] }] }] }
    const answered = (said: string, ...marks: unknown[]) => {
      const held = JSON.stringify({ w: 200, h: 100, marks, said })
      return printedQuestion(1, { answerText: `\u001cway\u001f${held}\u001c\u001c` }, form)
    }
    const question = answered('From the pier.', ['s', 'b', 2, 10, 10, 20, 20.5], ['t', 'r', 5, 50, 'Pier مرسى'])
    for (const language of ['en', 'ar'] as const) {
      const pdf = await readPdf((await print([question], {}, language)).bytes)
      expect(pdf.alternatives()).toEqual(['Your way: From the pier.'])
      expect(pdf.text).toContain('Pier')
      expect(pdf.all('TD')).toContain('From the pier.')
    }
    // Of several each has its name above it.
    const two = { type: 'QGRID', rows: [{ cells: [{ components: [sketch, { ...sketch, id: 'b', label: 'Way back' }] }] }] }
    const held = JSON.stringify({ w: 200, h: 100, marks: [['s', 'b', 2, 1, 1]], said: '' })
    const both = printedQuestion(1, { answerText: `\u001cway\u001f${held}\u001eb\u001f${held}\u001c\u001c` }, two)
    expect((await readPdf((await print([both])).bytes)).all('P')).toEqual(expect.arrayContaining(['Your way', 'Way back']))
    // Nothing was said of it: it is an answer anyway, and none in words.
    const silent = await readPdf((await print([answered('', ['s', 'b', 2, 1, 1])])).bytes)
    expect(silent.alternatives()).toEqual(['Your way'])
    expect(silent.text).not.toContain('No answer')
  })

  test('has the days of a form as the language writes them', async () => {
    const components = [
      { kind: 'input', id: 'due', label: 'Due', format: 'date' },
      { kind: 'calendar', id: 'day', label: 'Day' },
      { kind: 'input', id: 'note', label: 'Note' },
    ]
    const form = { type: 'QGRID', rows: [{ cells: [{ components }] }] }
    const answerText = '\u001cdue\u001f2026-03-04\u001eday\u001f2026-05-21\u001enote\u001f2026-03-04\u001c\u001c'
    const cells = async (language: 'en' | 'de') =>
      (await readPdf((await print([printedQuestion(1, { answerText }, form)], {}, language)).bytes)).all('TD')
    expect(await cells('en')).toEqual(expect.arrayContaining(['4 March 2026', '21 May 2026', '2026-03-04']))
    expect(await cells('de')).toEqual(expect.arrayContaining(['4. März 2026', '21. Mai 2026', '2026-03-04']))
  })

  test('parts no row over two pages that has room on one', async () => {
    const parts = Array.from({ length: 30 }, (_, at) => ({ id: `p${at}`, text: `Part ${at}.` }))
    const said = (at: number) => `begun ${at}. ${'The museum has one floor. '.repeat((at % 4) * 3)} ended ${at}.`
    const options = parts.map(({ id }, at) => ({ optionID: id, optionText: said(at) }))
    const { pages } = await readPdf(
      (await print([printedQuestion(1, { answerText: '', options }, { type: 'MULTITEXT', parts })])).bytes,
    )
    const pageOf = (words: string) => pages.findIndex(({ lines }) => lines.replaceAll(/\s+/g, ' ').includes(words))
    expect(pages.length).toBeGreaterThan(2)
    for (const at of parts.keys()) expect([at, pageOf(`ended ${at}.`)]).toEqual([at, pageOf(`begun ${at}.`)])
  })

  test('has a table of an answer as one, and nothing of what is hidden in it', async () => {
    const table = (cell: string) =>
      `<p>In m<sup>2</sup></p><table onclick="x()"><tbody><tr><th>Field</th><th>Area</th></tr><tr><td rowspan="999999">North</td><td>${cell}</td></tr></tbody></table><p>end</p>`
    const hidden =
      '12<script>alert(1)</script><style>p{}</style><img src=x onerror=alert(2) alt=""><iframe src="https://evil.example">'
    const answer = { answerText: '', options: [{ optionID: 'a', optionText: table(`${hidden}</iframe>`) }] }
    const parts = [{ id: 'a', usesRichText: true }]
    const labelled = parts.map((part) => ({ ...part, text: 'Why?' }))
    const pdf = await readPdf(
      (
        await print([
          printedQuestion(1, answer, { type: 'MULTITEXT', parts }),
          printedQuestion(2, answer, { type: 'MULTITEXT', parts: labelled }),
        ])
      ).bytes,
    )
    expect(pdf.all('TH')).toEqual(expect.arrayContaining(['Field', 'Area', 'Why?']))
    expect(pdf.all('TD')).toEqual(expect.arrayContaining(['North', '12']))
    expect(pdf.all('P')).toEqual(expect.arrayContaining(['end']))
    // In a cell there is no room for another table: its rows are lines.
    expect(pdf.text).toMatch(/North \| +12/)
    expect(pdf.text).not.toMatch(/alert|evil|p\{\}/)
  })

  test('draws a formula of an answer, without what is no formula in it', async () => {
    const math =
      '<math alttext="x^2" onclick="x()"><msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><mfrac><mn>1</mn><mn>4</mn></mfrac><annotation encoding="x">alert</annotation></math>'
    const answer = { answerText: '', options: [{ optionID: 'a', optionText: `<p>It is ${math}.</p>` }] }
    const { bytes } = await print([printedQuestion(1, answer, { type: 'MULTITEXT', parts: [{ id: 'a', usesRichText: true }] })])
    const pdf = await readPdf(bytes)
    expect(pdf.all('P')).toEqual(expect.arrayContaining([expect.stringMatching(/^It is/)]))
    expect(pdf.all('Formula')).toEqual(['x2 + 14'])
    expect(pdf.text).not.toMatch(/alert/)
  })

  test('is the same bytes for the same results', async () => {
    const again = [printedQuestion(1, { answerText: 'twice' })]
    expect(Buffer.from((await print(again)).bytes).equals(Buffer.from((await print(again)).bytes))).toBe(true)
  })

  test('is read from the right in Arabic, shaped, with figures and Latin words in their own order', async () => {
    const { bytes } = await print([printedQuestion(1, { answerText: 'ميناء Dover (رقم 12)' })], { learner: 'ليلى' }, 'ar')
    const pdf = await readPdf(bytes)
    expect(pdf.language).toBe('ar')
    expect(pdf.all('H2')[0]).toBe('نتيجتك')
    const raw = Buffer.from(bytes).toString('latin1')
    expect(raw).toContain('/Lang (ar)')
    expect(pdf.text).toContain('Dover')
  })

  test('says what it can’t print, and keeps what was typed for a screen reader', async () => {
    const { bytes } = await print([printedQuestion(1, { answerText: 'fine 😀 漢' })])
    const pdf = await readPdf(bytes)
    expect(pdf.all('P')).toContain('fine \ufffd \ufffd')
    expect(pdf.text).toContain('can’t be printed')
    expect((await readPdf((await print([printedQuestion(1, { answerText: 'fine' })])).bytes)).text).not.toContain(
      'can’t be printed',
    )
  })

  test('takes a word of 100,000 letters, a hundred pages, and what is longer than anybody reads', async () => {
    const { bytes } = await print([
      printedQuestion(1, { answerText: '#'.repeat(100_000) }),
      printedQuestion(2, { answerText: 'the tide comes in and goes out again, '.repeat(8000) }),
    ])
    const pages =
      Buffer.from(bytes)
        .toString('latin1')
        .match(/\/Type \/Page\n/g)?.length ?? 0
    expect(pages).toBeGreaterThan(60)
    const { bytes: cut } = await print([printedQuestion(1, undefined, { text: `<p>begins${' '.repeat(200_000)}ends</p>` })])
    const { text } = await readPdf(cut)
    expect(text).toMatch(/begins \[This text is longer than a page can show/)
    expect(text).not.toContain('ends')
  })

  test('takes any text, in every place that has one', async () => {
    const any = fc.string({ unit: 'binary', maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(any, any, fc.constantFrom(...languages.map(({ tag }) => tag)), async (one, other, language) => {
        const { bytes } = await print(
          [printedQuestion(1, { answerText: one }, { text: other })],
          { examName: other, learner: one, colours: { primary: one, secondary: other } },
          language,
        )
        expect((await readPdf(bytes)).pages.length).toBeGreaterThan(0)
      }),
      { numRuns: 6 },
    )
  })
})
