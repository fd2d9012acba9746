import { expect, test } from 'vitest'
import { mathOfOmml } from './omml.ts'
import { withWordFormulas } from './word-formulas.ts'

const run = (text: string) =>
  `<i style='mso-bidi-font-style:normal'><span style='font-family:"Cambria Math",serif'><m:r>${text}</m:r></span></i>`
const of = (name: string, ...parts: string[]) => `<m:${name}>${parts.join('')}</m:${name}>`
const e = (text: string) => of('e', run(text))
const readAs = (omml: string) => mathOfOmml(`<m:oMath>${omml}</m:oMath>`).replaceAll(/<\/?m(row|ath)>/g, '')

test.each([
  ['a run', run('2x+10,5'), '<mn>2</mn><mi>x</mi><mo>+</mo><mn>10,5</mn>'],
  ['a run of words', of('r', '<m:rPr><m:nor/></m:rPr>if x'), '<mtext>if\u00a0x</mtext>'],
  ['an upright name', of('r', '<m:rPr><m:sty m:val=p /><m:sty m:val="p"/></m:rPr>sin'), '<mi>s</mi><mi>i</mi><mi>n</mi>'],
  ['a fraction', of('f', of('num', run('1')), of('den', run('2'))), '<mfrac><mn>1</mn><mn>2</mn></mfrac>'],
  [
    'a fraction in the line',
    of('f', '<m:fPr><m:type m:val="lin"/></m:fPr>', of('num', run('1')), of('den', run('2'))),
    '<mn>1</mn><mo>/</mo><mn>2</mn>',
  ],
  [
    'a power',
    of('sSup', '<m:sSupPr><m:ctrlPr></m:ctrlPr></m:sSupPr>', e('x'), of('sup', run('2'))),
    '<msup><mi>x</mi><mn>2</mn></msup>',
  ],
  ['an index', of('sSub', e('x'), of('sub', run('1'))), '<msub><mi>x</mi><mn>1</mn></msub>'],
  [
    'both',
    of('sSubSup', e('x'), of('sub', run('1')), of('sup', run('2'))),
    '<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>',
  ],
  ['a root', of('rad', "<m:radPr><m:degHide m:val='on'/></m:radPr><m:deg></m:deg>", e('x')), '<msqrt><mi>x</mi></msqrt>'],
  ['a root of a degree', of('rad', of('deg', run('3')), e('x')), '<mroot><mi>x</mi><mn>3</mn></mroot>'],
  [
    'a sum',
    of(
      'nary',
      '<m:naryPr><m:chr m:val="&#8721;"/><m:limLoc m:val="undOvr"/></m:naryPr>',
      of('sub', run('k=1')),
      of('sup', run('n')),
      e('k'),
    ),
    '<munderover><mo>∑</mo><mi>k</mi><mo>=</mo><mn>1</mn><mi>n</mi></munderover><mi>k</mi>',
  ],
  [
    'an integral',
    of('nary', of('sub', run('0')), of('sup', run('1')), e('x')),
    '<msubsup><mo>∫</mo><mn>0</mn><mn>1</mn></msubsup><mi>x</mi>',
  ],
  [
    'brackets',
    of('d', '<m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/><m:sepChr m:val=";"/></m:dPr>', e('0'), e('1')),
    '<mo>[</mo><mn>0</mn><mo>;</mo><mn>1</mn><mo>]</mo>',
  ],
  [
    'a function',
    of('func', of('fName', '<m:r><m:rPr><m:sty m:val="p"/></m:rPr>sin</m:r>'), e('x')),
    '<mi>sin</mi><mo>\u2061</mo><mi>x</mi>',
  ],
  [
    'a matrix',
    of('m', of('mr', e('1'), e('2')), of('mr', e('3'), e('4'))),
    '<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr></mtable>',
  ],
  ['an accent', of('acc', '<m:accPr><m:chr m:val="⃗"/></m:accPr>', e('v')), '<mover><mi>v</mi><mo>→</mo></mover>'],
  ['a bar', of('bar', '<m:barPr><m:pos m:val="top"/></m:barPr>', e('v')), '<mover><mi>v</mi><mo>¯</mo></mover>'],
  ['a limit', of('limLow', e('x'), of('lim', run('n'))), '<munder><mi>x</mi><mi>n</mi></munder>'],
  [
    'scripts before',
    of('sPre', of('sub', run('6')), of('sup', run('12')), e('C')),
    '<mmultiscripts><mi>C</mi><mprescripts></mprescripts><mn>6</mn><mn>12</mn></mmultiscripts>',
  ],
  [
    'lines of equations',
    of('eqArr', e('a'), e('b')),
    '<mtable><mtr><mtd><mi>a</mi></mtd></mtr><mtr><mtd><mi>b</mi></mtd></mtr></mtable>',
  ],
  ['what is not known', of('borderBox', e('a')), '<mi>a</mi>'],
])('%s of Word is MathML', (_, omml, mathMl) => {
  expect(readAs(omml)).toBe(mathMl)
})

const picture =
  '<![if !msEquation]><span style="position:relative"><!--[if gte vml 1]><v:shape><v:imagedata src="file:///C:/x.png"/></v:shape><![endif]--><![if !vml]><img width=17 src="file:///C:/x.png"><![endif]></span><![endif]>'

test('the formulas of Word come out of their comments, and the pictures in their place go', () => {
  const html = `<p>so <!--[if gte msEquation 12]><m:oMath>${of('sSup', e('x'), of('sup', run('2')))}</m:oMath><![endif]-->${picture} is</p><p>b</p>`
  expect(withWordFormulas(html).replaceAll(/<\/?mrow>/g, '')).toBe(
    '<p>so <math><msup><mi>x</mi><mn>2</mn></msup></math> is</p><p>b</p>',
  )
  expect(withWordFormulas(`<m:oMathPara><m:oMath>${run('x')}</m:oMath></m:oMathPara>`)).toBe(
    '<m:oMathPara><math><mrow><mi>x</mi></mrow></math></m:oMathPara>',
  )
})

test('a formula that is empty or without end stays as it is, with its picture', () => {
  for (const html of [
    `<!--[if gte msEquation 12]><m:oMath></m:oMath><![endif]-->${picture}`,
    '<!--[if gte msEquation 12]><m:oMath>'.repeat(50_000),
    '<m:oMath>'.repeat(50_000),
    '<!--[if gte vml 1]><v:shape></v:shape><![endif]-->',
  ])
    expect(withWordFormulas(html)).toBe(html)
  expect(mathOfOmml(`<m:oMath>${'<m:e>'.repeat(50_000)}${run('x')}</m:oMath>`)).toContain('x')
})
