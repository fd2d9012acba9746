import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPdf } from '../testing/read-pdf.ts'
import { printedQuestion, sampleResults } from '../testing/sample-results.ts'
import { fontRuns } from './fonts.ts'
import { htmlBlocks } from './html-blocks.ts'
import { outlineOf } from './outline.ts'
import { plainText } from './plain-text.ts'
import { textLines } from './text-lines.ts'
import { writePdf } from './write-pdf.ts'

const print = async (...given: Parameters<typeof sampleResults>) => {
  const told: number[] = []
  const bytes = await writePdf(outlineOf(sampleResults(...given)), (percent) => told.push(percent))
  return { bytes, told }
}

describe('the PDF of practice results', () => {
  test('has title, language, headings, paragraphs and tables with header cells, page after page', async () => {
    const choice = { type: 'RADIO', options: [{ id: 'a', text: '<b>Bowline</b>' }] }
    const questions = [
      printedQuestion(1, { options: [{ optionID: 'a', optionText: '<b>Bowline</b>' }] }, choice, { workings: '6 × 2' }),
      printedQuestion(2, undefined, {}, { mark: { score: 0, maxScore: 2, needsPerson: true } }),
      printedQuestion(3, undefined, { type: 'STATICTEXT', text: '<ol><li>Read</li><li>this</li></ol>' }, { mark: undefined }),
    ]
    const { bytes, told } = await print(questions)
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
    expect(told.at(-1)).toBe(100)
    // What every viewer and validator goes by.
    const raw = Buffer.from(bytes).toString('latin1')
    for (const mark of ['/StructTreeRoot', '/Marked true', '/DisplayDocTitle true', 'pdfuaid:part']) expect(raw).toContain(mark)
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
    const { parts } = outlineOf(sampleResults([printedQuestion(1, { answerText: 'x'.repeat(300_000) })]))
    const texts = parts.flatMap((part) => (part.kind === 'paragraph' ? [part.text] : []))
    expect(texts.find((text) => text.startsWith('xxx'))).toMatch(/^x{200000}\n\[This text is longer than a page can show/)
  })

  test('takes any text, in every place that has one', async () => {
    const any = fc.string({ unit: 'binary', maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(any, any, fc.constantFrom('en', 'ar'), async (one, other, language) => {
        const { bytes } = await print(
          [printedQuestion(1, { answerText: one }, { text: other })],
          { examName: other, learner: one, colours: { primary: one, secondary: other } },
          language as 'en' | 'ar',
        )
        expect((await readPdf(bytes)).pages.length).toBeGreaterThan(0)
      }),
      { numRuns: 6 },
    )
  })
})

describe('text on paper', () => {
  const picture = (alt: string) => `Picture: ${alt}`
  const blocks = (html: string) => htmlBlocks(html, picture).map(({ text, marker }) => (marker ? `${marker} ${text}` : text))

  test('is all that is taken from HTML, whatever stands in it', () => {
    expect(blocks('<p>One<br>two</p><script>alert(1)</script><style>p{}</style><ul><li>a<li>b</ul>&eacute; &lt;b&gt;')).toEqual(
      ['One\ntwo', '• a', '• b', 'é <b>'],
    )
    expect(blocks('<img src=x onerror=alert(1) alt=" Map "><iframe src="javascript:1">hid</iframe>')).toEqual([
      '[Picture: Map]',
    ])
    expect(blocks('<table><tr><th>Day<th>Price<tr><td><p>Mon</p><td>£2</table>')).toEqual(['Day | Price\nMon | £2'])
    fc.assert(fc.property(fc.string(), (any) => void expect(blocks(`<p>${any}`).join('')).not.toContain('\v')))
  })

  test('keeps powers, indices and fractions legible', () => {
    expect(blocks('x<sup>2</sup> 10<sup>12</sup> y<sub>i</sub> 2<sup>a+b</sup>')).toEqual(['x² 10^12 y_i 2^(a+b)'])
    expect(
      blocks('<math><mi>s</mi><mo>=</mo><mfrac><mi>k</mi><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></mfrac></math>'),
    ).toEqual(['s=k/(n+1)'])
  })

  test('has no control characters and nothing that turns the order around', () => {
    expect(plainText('a\u0000b\u202egnp.exe\u2066\r\nc\td\ud800 e\u0301')).toBe('abgnp.exe\nc    d\ufffd é')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (any) => {
        expect(plainText(any)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/)
      }),
    )
  })

  test('is broken into lines that fit, with no letter lost', () => {
    const place = { weight: 400, size: 10, width: 120, base: 'ltr' } as const
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'W', ' ', '-', 'é', '漢', '.'), maxLength: 200 }), (text) => {
        const lines = textLines(text, place)
        for (const { width } of lines) expect(width * place.size).toBeLessThanOrEqual(place.width + 0.5)
        const drawn = lines.flatMap(({ runs }) => runs.map((run) => run.source ?? run.text)).join('')
        expect(drawn.replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
      }),
    )
  })

  test('runs from the right where its letters do, figures and brackets in place', () => {
    const [line] = textLines('سعر (12) دولار', { weight: 400, size: 10, width: 500, base: 'ltr' })
    expect(line?.isRtl).toBe(true)
    expect(line?.spoken).toBe('سعر (12) دولار')
    expect(line?.runs.map(({ text }) => text.trim())).toEqual(
      ['دولار', '(', '12', ')', 'سعر'].map((one) => expect.stringContaining(one)),
    )
    expect(textLines('12', { weight: 400, size: 10, width: 500, base: 'rtl' })[0]?.isRtl).toBe(true)
    expect(textLines('Dover 12', { weight: 400, size: 10, width: 500, base: 'rtl' })[0]?.isRtl).toBe(false)
  })

  test('is written in a font that has each of its characters, a letter and its accents in one', () => {
    const runs = fontRuns('Zürich Ωμέγα мир ≤ q̄ سلام', 400)
    expect(runs.map(({ text }) => text).join('')).toBe('Zürich Ωμέγα мир ≤ q̄ سلام')
    for (const { text, font, source } of runs)
      if (source === undefined) for (const one of text) expect(font.has.has(one.codePointAt(0) ?? 0)).toBe(true)
  })
})
