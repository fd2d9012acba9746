import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPackage } from '../read-package.ts'
import { makeZip } from '../testing/make-package.ts'
import { choices12, equal12, item12, rule12, test12, text12 } from '../testing/qti1-item.ts'
import { answer, at, chosen, inBlanks, quiz, read } from '../testing/read-bank.ts'
import { withFormulaPictures } from './formula-pictures.ts'
import { formulasInHtml, unreadTex } from './formulas-in-html.ts'

const square = '<math><msup><mi>x</mi><mn>2</mn></msup></math>'

test.each([
  ['<p>Of \\(x^2\\).</p>', `<p>Of ${square}.</p>`],
  ['Of \\(x^2\\) & a<b', `Of ${square} &amp; a&lt;b`],
  ['<p>\\[x^2\\]</p>', `<p>${square.replace('<math>', '<math display="block">')}</p>`],
  ['<p>\\(a &lt; b\\)</p>', '<p><math><mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow></math></p>'],
  ['<p>\\(\\sqrt&lbrack;3&rbrack;{x}\\)</p>', expect.stringContaining('<mroot>')],
  ['<p>\\(\\overline{AB}\\)</p>', expect.stringContaining('<mover>')],
  ['<code>\\(x^2\\)</code> <pre>$$x$$</pre>', '<code>\\(x^2\\)</code> <pre>$$x$$</pre>'],
  ['<p>It costs $$ or \\\\(x\\\\).</p>', '<p>It costs $$ or \\\\(x\\\\).</p>'],
])('%j is shown as %j', (html, expected) => {
  expect(formulasInHtml(html).html).toEqual(expected)
})

test.each(['\\(x \\foo\\)', '\\(x_{[V1]}\\)', '\\(x^{⟦0⟧}\\)', '\\(\\def\\a{\\a\\a}\\a\\)', '\\(x<b>y</b>\\)', '\\(x'])(
  '%j stays as it is written, and is found',
  (tex) => {
    const { html, read: count } = formulasInHtml(`<p>Of ${tex}.</p>`)
    expect([html, count, unreadTex(html)?.slice(0, 2)]).toEqual([`<p>Of ${tex}.</p>`, 0, '\\('])
  },
)

test('whatever stands around a formula stays, and nothing is taken for one that nobody marked', () => {
  const words = fc.string({ unit: fc.constantFrom(...'ab \\()[]$&;<>{}^_'), maxLength: 12 })
  fc.assert(
    fc.property(words, words, (before, after) => {
      fc.pre(!/\\[([]|\$\$|\$$/.test(before) && !/\\[([)\]]|\$/.test(after) && !before.endsWith('\\'))
      const html = `<p>${before.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}\\(x^2\\)${after.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`
      expect(formulasInHtml(html)).toEqual({ html: html.replace('\\(x^2\\)', () => square), read: 1, plain: [] })
    }),
  )
})

test('a text in which very many formulas begin is looked through once', () => {
  for (const begins of ['\\(', '\\[', '$$ ', '$$x', '<p>\\('])
    expect(formulasInHtml(`<b>${begins.repeat(100_000)}</b>`).html.length).toBeGreaterThan(0)
})

const tex = '\\frac{1}{2}'
const xml = (...questions: string[]) => quiz(...questions)
const moodle = (type: string, html: string, inside = '') =>
  `<question type="${type}"><name><text>n</text></name><questiontext format="html"><text><![CDATA[${html}]]></text></questiontext>${inside}</question>`

test('Moodle, GIFT, Aiken, tables and QTI 1.2 show learners MathML in texts, choices and feedback', async () => {
  const found = [
    await read(
      'bank.xml',
      xml(
        moodle(
          'multichoice',
          `<p>\\(${tex}\\)</p>`,
          `${answer(100, `$$${tex}$$`)}${answer(0, 'b')}<generalfeedback format="html"><text><![CDATA[<p>\\[${tex}\\]</p>]]></text></generalfeedback>`,
        ),
        moodle('cloze', `<p>\\(${tex}\\) is {1:MC:=\\(\\frac\\{1\\}\\{2\\}\\)~2}</p>`),
      ),
    ),
    await read('set.gift', 'Of \\\\(\\\\frac\\{1\\}\\{2\\}\\\\)? {=$$\\\\frac\\{1\\}\\{2\\}$$ ~b}'),
    await read('set.txt', `Of \\(${tex}\\)?\nA. $$${tex}$$\nB. b\nANSWER: A\n`),
    await read('set.csv', `question,A,B,answer\nOf \\(${tex}\\)?,$$${tex}$$,b,A\n`),
    await read(
      'set.xml',
      test12(
        item12(
          text12(`<p>\\(${tex}\\)</p>`) + choices12('r', 'Single', [`\\(${tex}\\)`, 'b']),
          rule12(equal12('r', 'a'), 'Set 100'),
        ),
      ),
    ),
  ]
  for (const { all, leftOut, items } of found) {
    for (const [index, one] of all.entries()) {
      expect(JSON.stringify(one).match(/<mfrac>/g)?.length).toBeGreaterThanOrEqual(2)
      expect(JSON.stringify(one.text) + JSON.stringify('options' in one ? one.options : [])).not.toMatch(/frac\{/)
      if (one.type === 'RADIO') expect(chosen(one, one.options[0]?.text ?? '')).toBeGreaterThan(0)
      expect(leftOut).toContainEqual({
        place: items?.[index]?.place,
        what: 'formulas',
        why: expect.stringContaining('in TeX'),
        loss: 'nothing',
      })
    }
    expect(leftOut?.filter(({ loss }) => loss !== 'nothing')).toEqual([])
  }
  const [cloze] = [at(found[0]?.all ?? [], 1)]
  const first = cloze.type === 'BLANKS' ? cloze.variableOptions[0]?.options[0]?.text : undefined
  expect([first?.includes('<mfrac>'), inBlanks(cloze, first ?? '')]).toEqual([true, 1])
})

test('TeX that can’t be read, and parts that can’t be shown, are a loss of content of their question', async () => {
  const { leftOut } = await read(
    'bank.xml',
    xml(
      moodle('description', '\\(x \\foo\\)'),
      moodle('cloze', '\\(x_{ {1:SA:=a} }\\)'),
      moodle('description', '\\(\\cancel{x}\\)'),
    ),
  )
  expect(leftOut?.filter(({ loss }) => loss === undefined)).toEqual([
    { place: 'bank.xml question 1', what: 'formulas', why: 'TeX is shown as it is written: "\\(x \\foo\\)".' },
    { place: 'bank.xml question 2', what: 'formulas', why: 'TeX is shown as it is written: "\\(x_{ [V1] }\\)".' },
    { place: 'bank.xml question 3', what: 'formulas', why: expect.stringContaining('strikes out') },
  ])
})

test('in an exam package of Sitwell’s own, TeX is text', async () => {
  const question = { type: 'STATICTEXT', id: 'q1', text: '<p>In TeX: \\(x^2\\)</p>' }
  const exam = {
    ...{ format: 'sitwell-exam', formatVersion: 1, examGuid: 'e', examTypeGuid: 't', name: 'E', version: 1, objectID: 1 },
    sections: [{ id: 's', name: 'S', questions: [question] }],
  }
  const reading = await readPackage({ path: await makeZip({ 'exam.json': JSON.stringify(exam) }) })
  expect(reading).toMatchObject({ ok: true, package: { exam: { sections: [{ questions: [question] }] }, leftOut: [] } })
})

test.each([
  ['<img class="equation_image" src="https://x.example/equation_images/x%255E2?scale=1" alt="LaTeX: y">', '\\(y\\)'],
  ['<img class="equation_image" src="/equation_images/x%255E2">', '\\(x^2\\)'],
  [`<img class='equation_image big' data-equation-content="a &lt; b'" alt="a is less">`, "\\(a &lt; b'\\)"],
  ['<img class="equation_image" alt="a squared">', ' a squared '],
  ['<img class="equation_image" x-canvaslms-safe-mathml="&lt;math&gt;&lt;/math&gt;">', '<math></math>'],
  ['<img class="Wirisformula" data-mathml="«math xmlns=¨m¨»«mo»§#160;«/mo»«/math»">', '<math xmlns="m"><mo>&#160;</mo></math>'],
  ['<img src="a.png" alt="equation_image">', '<img src="a.png" alt="equation_image">'],
])('the picture %j is %j', (html, expected) => expect(withFormulaPictures(html)).toBe(expected))

test('a formula that Canvas shows as a picture is MathML', async () => {
  const picture = '<img class="equation_image" src="/equation_images/x%255E2" alt="LaTeX: x^2" data-equation-content="x^2">'
  const item = item12(
    text12(`<p>Of ${picture}?</p>`) + choices12('r', 'Single', [picture, 'b']),
    rule12(equal12('r', 'a'), 'Set 100'),
  )
  const { all, leftOut } = await read('set.xml', test12(item))
  expect(all).toMatchObject([{ text: `<p>Of ${square}?</p>`, options: [{ text: square }, { text: 'b' }] }])
  expect(leftOut?.map(({ loss }) => loss)).toEqual(['nothing'])
})

const found = join(import.meta.dirname, '../../../../../../shared/data/found/tex-moodle.xml')

describe.runIf(existsSync(found))('a small real input, skipped where ../shared/data/found is absent', () => {
  test('its formulas are MathML', async () => {
    const { all, leftOut } = await read('bank.xml', await readFile(found))
    expect(JSON.stringify(all.map((one) => [one.text, 'options' in one ? one.options : []]))).not.toMatch(
      /\\\\[([]|\$\$|\\\\frac/,
    )
    expect(leftOut?.map(({ what, loss }) => [what, loss])).toEqual([
      ['formulas', 'nothing'],
      ['formulas', 'nothing'],
    ])
  })
})
