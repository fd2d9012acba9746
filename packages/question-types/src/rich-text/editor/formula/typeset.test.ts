import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeMath } from '../../formula/math-element.ts'
import { readRichText } from '../../read-rich-text.ts'
import { writeRichText } from '../../write-rich-text.ts'
import { sourceOf } from './linear.ts'
import { typeset } from './typeset.ts'

const mathOf = (typed: string) => {
  const run = typeset(typed)
  return run && writeMath(run.math, (text) => text)
}
const half = '<mfrac><mn>1</mn><mn>2</mn></mfrac>'
const square = '<msup><mi>x</mi><mn>2</mn></msup>'

test.each([
  ['1/2', '\\frac{1}{2}', half],
  ['½', '\\frac12', half],
  ['x^2', 'x^{2}', square],
  ['x²', 'x ^ 2', square],
  ['x^12', 'x^{12}', '<msup><mi>x</mi><mn>12</mn></msup>'],
  ['x_1^2', 'x_{1}^{2}', '<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>'],
  ['sqrt(2)', '\\sqrt{2}', '<msqrt><mn>2</mn></msqrt>'],
  ['√2', '\\sqrt 2', '<msqrt><mn>2</mn></msqrt>'],
  ['root(3)(8)', '\\sqrt[3]{8}', '<mroot><mn>8</mn><mn>3</mn></mroot>'],
  ['(a+b)/c', '\\frac{a+b}{c}', '<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mi>c</mi></mfrac>'],
  ['2pi r', '2\\pi r', '<mrow><mn>2</mn><mi>π</mi><mi>r</mi></mrow>'],
  ['a<=b', 'a\\le b', '<mrow><mi>a</mi><mo>≤</mo><mi>b</mi></mrow>'],
  ['a->oo', 'a\\to\\infty', '<mrow><mi>a</mi><mo>→</mo><mi>∞</mi></mrow>'],
  [
    'sum_(k=1)^n k',
    '\\sum_{k=1}^{n} k',
    '<mrow><munderover><mo>∑</mo><mrow><mi>k</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>k</mi></mrow>',
  ],
  ['int_0^1', '\\int_{0}^{1}', '<msubsup><mo>∫</mo><mn>0</mn><mn>1</mn></msubsup>'],
  ['12,5%', '12,5\\%', '<mrow><mn>12,5</mn><mi>%</mi></mrow>'],
  ['()/()', '□/', '<mfrac><mi>□</mi><mi>□</mi></mfrac>'],
])('%s is what %s is', (school, tex, mathMl) => {
  expect(mathOf(school)).toBe(mathMl)
  expect(mathOf(tex)).toBe(mathMl)
})

test('a matrix, an accent and words of TeX are typed too', () => {
  expect(mathOf('\\begin{matrix}1&2\\\\3&4\\end{matrix}')).toContain('<mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr>')
  expect(mathOf('\\overline{AB}')).toBe('<mover><mrow><mi>A</mi><mi>B</mi></mrow><mo>¯</mo></mover>')
  expect(mathOf('50 "km/h"')).toBe('<mrow><mn>50</mn><mtext>km/h</mtext></mrow>')
})

test('what leads somewhere, is no formula or too long is not read', () => {
  for (const typed of [
    '',
    ' ',
    '{',
    '\\frac{1',
    '\\href{javascript:alert(1)}{x}',
    '\\includegraphics{x}',
    '\\nosuch',
    'x'.repeat(1001),
  ])
    expect(typeset(typed), typed).toBeUndefined()
})

test('a formula is typed in one line that says the same again', () => {
  for (const typed of [
    '1/2',
    '(x^2)/(y_1+1)',
    'sqrt(x+1)',
    'root(3)(8)',
    'sum_(k=1)^n k',
    'int_0^1 x',
    '2pi r',
    'x^(n+1)',
    'sin x',
    '|x|',
    '[0;1[',
  ])
    expect(mathOf(sourceOf(typeset(typed)?.math ?? { name: '', attributes: {}, children: [], text: '' })), typed).toBe(
      mathOf(typed),
    )
})

test('whatever is typed gives no formula or one that is kept as it is', () => {
  const piece = fc.constantFrom(
    'x',
    '1',
    '/',
    '^',
    '_',
    '(',
    ')',
    '{',
    '}',
    '\\frac',
    '\\sqrt',
    'sqrt',
    '\\left(',
    '\\right)',
    '"a"',
    '[',
    ']',
    '&',
    '\\\\',
    '\\',
    ' ',
    '<',
    '→',
    'ä',
    'س',
    "'",
    '%',
    '|',
    '\\text{<b>}',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const run = typeset(pieces.join(''))
      if (!run) return
      const html = writeRichText([{ kind: 'paragraph', indent: 0, runs: [run] }])
      expect(readRichText(html)).toEqual([{ kind: 'paragraph', indent: 0, runs: [run] }])
    }),
    { numRuns: 1000 },
  )
})
