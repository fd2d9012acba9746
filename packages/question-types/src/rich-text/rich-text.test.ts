import fc from 'fast-check'
import { expect, test } from 'vitest'
import { awkwardText } from '../testing/arbitrary.ts'
import { anyDocument, pixel } from '../testing/arbitrary-document.ts'
import { readPasted } from './editor/read-pasted.ts'
import { readRichText } from './read-rich-text.ts'
import { readAsWritten } from './reading.ts'
import { type Block, documentOfText, holdsSomething, isPlainText, plainTextOf } from './rich-document.ts'
import { writeRichText } from './write-rich-text.ts'

test('any document is written as HTML and read back as the same document', () => {
  fc.assert(
    fc.property(anyDocument, (document) => {
      const html = writeRichText(document)
      expect(writeRichText(readRichText(html))).toBe(html)
      if (html !== '') expect(readRichText(html)).toEqual(document)
    }),
    { numRuns: 1000 },
  )
})

test('names and spaces that are as long as an answer may be are read in one go', () => {
  const dashes = '-'.repeat(400_000)
  for (const html of [`<a${dashes}`, `<p ${dashes}>x</p>`, `<p a${dashes}="b">x</p>`])
    expect(holdsSomething(readAsWritten(html))).toBe(true)
  for (const space of [' ', '\t'])
    expect(plainTextOf(readAsWritten(`x${space.repeat(400_000)}y${space}\n${space}z`))).toBe(`x${' '.repeat(400_000)}y z`)
  const link = writeRichText(readAsWritten('<p><A HREF="https://a.example"class=\'b\'data-x = "1">x</A ></p>'))
  expect(link).toContain('href="https://a.example"')
})

test('plain text becomes paragraphs and comes back', () => {
  fc.assert(
    fc.property(fc.array(awkwardText), (lines) => {
      const text = lines.join('\n').replace(/\r\n|\r/g, '\n')
      const document = documentOfText(text)
      expect(isPlainText(document)).toBe(true)
      expect(plainTextOf(document)).toBe(text)
    }),
  )
})

test('an empty document is the empty text', () => {
  expect(writeRichText([])).toBe('')
  expect(writeRichText([{ kind: 'paragraph', indent: 0, runs: [] }])).toBe('')
  expect(readRichText('')).toEqual([])
})

test('lists nest as people read them', () => {
  const item = (kind: Block['kind'], indent: number, text: string): Block => ({ kind, indent, runs: [{ kind: 'text', text }] })
  expect(
    writeRichText([item('bullet', 0, 'a'), item('number', 1, 'b'), item('bullet', 0, 'c'), item('paragraph', 1, 'd')]),
  ).toBe('<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul><p style="padding-inline-start: 2em">d</p>')
})

const allowed =
  /^(<\/?(p|ul|ol|li|strong|em|u|sub|sup|span|a|br|img|table|tbody|tr|th|td|math|mrow|mi|mn|mo|mtext|mspace|msup|msub|msubsup|mfrac|msqrt|mroot|mover)( ((?:col|row)span="\d+"|style="(padding-inline-start: \d+em|font-family: (serif|monospace)|font-size: [\d.]+em|; )+"|href="(https?:\/\/|mailto:)[^"<>]*"|stretchy="true"|width="1em"|src="data:image\/[a-z]+;base64,[\w+/=]*"|alt(?:text)?="[^"<>]*"))*>|[^<>])*$/

// QTEXT-213
test.each([
  [
    'a page of a word processor',
    '<h1 style="color:red">Title</h1>\n<p class="MsoNormal"><b>Bold</b> and <i>this</i></p>',
    '<p>Title</p><p><strong>Bold</strong> and <em>this</em></p>',
  ],
  ['a script', '<p onclick="x()">a<script>alert(1)</script></p>', '<p>a'],
  ['links that run', '<a href="javascript:alert(1)">x</a>', '<p>x</p>'],
  ['pictures from elsewhere', '<img src="https://evil.example/p.png" alt="a">y', '<p>y</p>'],
  ['pictures that hold a script', '<img src="data:image/svg+xml;base64,PHN2Zz4=">y', '<p>y</p>'],
  [
    'styles',
    '<span style="position:fixed;font-family:serif;background:url(x)">z</span>',
    '<p><span style="font-family: serif">z</span></p>',
  ],
  ['items with paragraphs', '<ul>\n<li>\n<p>one</p>\n<p>two</p>\n</li>\n</ul>', '<ul><li>one</li><li>two</li></ul>'],
  ['a power', 'x<sup>2</sup> + H<sub>2</sub>O', '<p>x<sup>2</sup> + H<sub>2</sub>O</p>'],
  ['a power of Google Docs', '<span>x</span><span style="vertical-align:super">2</span>', '<p>x<sup>2</sup></p>'],
  [
    'a formula',
    '<p>a <math display="block" alttext="x_1^2"><mrow><msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup><mo>=</mo>\n<mfrac><mn>1</mn><mn>2</mn></mfrac></mrow></math></p>',
    '<p>a <math alttext="x_1^2"><mrow><msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup><mo>=</mo><mfrac><mn>1</mn><mn>2</mn></mfrac></mrow></math></p>',
  ],
  [
    'a formula without its end, in rows of one, with an empty place and a word too many',
    '<math><mrow><mrow><msup><mi>x</mi></msup></mrow></mrow>word<mrow></mrow><msub><mi>a</mi><mn>1</mn><mn>2</mn></msub><mspace/><mi> </mi>',
    '<p><math><mrow><msup><mi>x</mi><mrow></mrow></msup><mtext>word</mtext><mrow><mi>a</mi><mn>1</mn><mn>2</mn></mrow></mrow></math></p>',
  ],
  [
    'a table',
    '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>',
    '<p><br></p><table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></tbody></table><p><br></p>',
  ],
  [
    'a table with spans and a caption',
    '<p>x</p><table><caption>C</caption><tr><td rowspan="9">a</td><td colspan="2">b</td></tr><tr><th>c</th><td>d</td></tr><tr><td>e</td></tr></table>y',
    '<p>x</p><p>C</p><table><tbody><tr><td rowspan="3">a</td><td colspan="2">b</td></tr><tr><th>c</th><td>d</td></tr><tr><td>e</td><td><br></td></tr></tbody></table><p>y</p>',
  ],
  [
    'a table in a table',
    '<table><tr><td><table><tr><td><p>a</p></td><td><p>b</p></td></tr></table><p>c</p></td><td><ul><li>d</ul></td></tr></table>',
    '<p><br></p><table><tbody><tr><td><p>a | b</p><p>c</p></td><td><ul><li>d</li></ul></td></tr></tbody></table><p><br></p>',
  ],
  [
    'a table whose ends are missing',
    'x<table><tr><td>a<td>b<tr><td>c</table>y<table><tr><td>z',
    '<p>x</p><table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td><td><br></td></tr></tbody></table><p>y</p><table><tbody><tr><td>z</td></tr></tbody></table><p><br></p>',
  ],
  ['cells without a table', '<td>a</td><td>b</td></table>', '<p>a</p><p>b</p>'],
  [
    'spaces in a table and in a list',
    '<table><tr><td>\n  <b>a</b> <i>b</i>\n</td>\n<td>c\n d</td></tr></table><ul><li><b>a</b> <i>b</i></li></ul>',
    '<p><br></p><table><tbody><tr><td><strong>a</strong> <em>b</em></td><td>c d</td></tr></tbody></table><ul><li><strong>a</strong> <em>b</em></li></ul>',
  ],
  ['bold that is none', '<b style="font-weight:normal">a</b>', '<p>a</p>'],
])('%s keeps its text and the marks that the editor offers', (_, html, start) => {
  const written = writeRichText(readRichText(html))
  expect(written.startsWith(start)).toBe(true)
  expect(written).toMatch(allowed)
})

// QTEXT-213
test.each([
  [
    'a formula that acts',
    '<math onclick="x()" href="javascript:x()" style="position:fixed"><mi onclick="x()" xlink:href="//e.example">x</mi></math>',
  ],
  ['what stands for an action', '<math><maction actiontype="statusline" href="javascript:x()"><mi>x</mi></maction></math>'],
  ['HTML in a formula', '<math><mtext><img src="x" onerror="x()"><b onclick="x()">x</b></mtext></math>'],
  ['what would hide it', '<math><mphantom><mi>x</mi></mphantom></math>'],
  [
    'what would lie over the page',
    '<math><mpadded width="9999em" voffset="-99em"><mi dir="rtl" lang="x" title="x">x</mi></mpadded></math>',
  ],
  ['a space as wide as a street', '<math><mspace width="99999em"/><mi>x</mi></math>'],
])('%s is read as nothing but its letters', (_, html) => {
  expect(writeRichText(readRichText(html))).toMatch(/^<p><math><m(i|text)>x<\/m(i|text)><\/math><\/p>$/)
})

test('a formula is as large as one that somebody writes, and a larger one is its text', () => {
  const deep = (depth: number) => `<math>${'<msqrt>'.repeat(depth)}<mi>x</mi></math>`
  expect(writeRichText(readRichText(deep(24)))).toContain('<msqrt><mi>x</mi></msqrt>')
  expect(writeRichText(readRichText(deep(25)))).toBe('<p>x</p>')
  expect(writeRichText(readRichText(deep(100_000)))).toBe('<p>x</p>')
  expect(writeRichText(readRichText(`<math>${'<mi>x</mi>'.repeat(499)}</math>`))).toContain('<mi>x</mi><mi>x</mi>')
  expect(writeRichText(readRichText(`<math>${'<mi>x</mi>'.repeat(600)}</math>`))).toBe(`<p>${'x'.repeat(600)}</p>`)
  expect(writeRichText(readRichText(`<math alttext="${'x'.repeat(1001)}"><mi>x</mi></math>`))).toBe(
    '<p><math><mi>x</mi></math></p>',
  )
  expect(writeRichText(readRichText('<math alttext="x"><mrow> </mrow></math>'))).toBe('')
})

test('a formula is something written, is one word, and another one than its letters', () => {
  const power = '<p>so <math alttext="x^2"><msup><mi>x</mi><mn>2</mn></msup></math> is</p>'
  const document = readRichText(power)
  expect(plainTextOf(document)).toBe('so x2 is')
  expect(isPlainText(document)).toBe(false)
  expect(holdsSomething(readRichText('<p><math><mi>x</mi></math></p>'))).toBe(true)
  expect(holdsSomething(readAsWritten('<p><math><mi>x</mi></math></p>'))).toBe(true)
  expect(holdsSomething(readAsWritten('<p><math><mi> </mi></math></p>'))).toBe(false)
  expect(isPlainText(readAsWritten(power))).toBe(false)
  const index = power.replaceAll('msup', 'msub')
  expect(writeRichText(readAsWritten(index))).not.toBe(writeRichText(readAsWritten(power)))
})

/** Answers as they were stored by versions that were in use: only added to. */
const stored = [
  '<p>Plain <strong>bold</strong> <em>it</em><u>al</u></p><p style="padding-inline-start: 2em">in</p><p><br></p><p>out</p>',
  '<ul><li>one<ul><li>two</li><li><span style="font-family: serif">three </span></li></ul></li></ul><ol><li>a</li></ol>',
  '<p>x<sup>2</sup> H<sub>2</sub>O <a href="https://example.org/a?b=1&amp;c=2">link</a><br>line</p>',
  `<p>a<img src="${pixel}" alt="A &quot;red&quot; dot"></p><p>c | d</p>`,
  '<p><br></p><table><tbody><tr><th>a</th><th colspan="2">b</th></tr><tr><td rowspan="2"><p>c</p><ul><li>d</li></ul></td><td>e</td><td>f</td></tr><tr><td><br></td><td>g<br>h</td></tr></tbody></table><p>i</p>',
  '<p>Area <math alttext="(a+b)/2"><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac></math> and <math><mrow><msqrt><mi>x</mi></msqrt><mo stretchy="false">&lt;</mo><mn>3</mn></mrow></math></p>',
]

test.each(stored)('%s is read and written again as it was stored', (html) => {
  expect(writeRichText(readRichText(html))).toBe(html)
})

test('words of neighbouring cells are two, and a table without any holds nothing', () => {
  const table = readRichText('<table><tr><td>a</td><td>b<br>c</td></tr></table>')
  expect(plainTextOf(table)).toBe('\na\nb\nc\n')
  expect(isPlainText(table)).toBe(false)
  expect(holdsSomething(table)).toBe(true)
  expect(holdsSomething(readRichText('<table><tr><td> </td></tr></table>'))).toBe(false)
})

test('what a revision deleted is left out of what is pasted, and what it inserted stays', () => {
  const pasted = (html: string) => plainTextOf(readPasted(html, (given) => given).document)
  expect(pasted('<p>the <del>old</del><ins>new</ins> word</p>')).toBe('the new word')
  expect(pasted('<p>a</p><del><p>gone</p><ul><li>too</li></ul></del><p>b</p>')).toBe('a\nb')
  expect(pasted('<p>x<del><b>y</b><br><math><mi>z</mi></math></del>w</p>')).toBe('xw')
})

test('a list from Word is a list, with its kind and depth, and without the marks that Word writes as text', () => {
  const item = (level: number, mark: string, text: string) => `
<p class=MsoListParagraphCxSpMiddle style='margin-left:36.0pt;text-indent:-18.0pt;
mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span
style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><b>${text}</b><o:p></o:p></p>`
  const html = `<p class=MsoNormal>Before</p>${item(1, '·', 'first')}${item(2, 'o', 'inner')}${item(1, '1.', 'one')}${item(2, 'a)', 'letter')}<p>After · all</p>`
  const { document } = readPasted(html, (given) => given)
  const seen = document.flatMap((block) => (block.kind === 'table' ? [] : [[block.kind, block.indent, plainTextOf([block])]]))
  expect(seen).toEqual([
    ['paragraph', 0, 'Before'],
    ['bullet', 0, 'first'],
    ['bullet', 1, 'inner'],
    ['number', 0, 'one'],
    ['number', 1, 'letter'],
    ['paragraph', 0, 'After · all'],
  ])
})

test('what can’t be kept as it was pasted is known', () => {
  const lostOf = (html: string) => readPasted(html, (given) => given).lost
  expect(lostOf('<p>x<sup>2</sup></p><table><tr><td>a</td></tr></table>')).toEqual([])
  expect(lostOf('<table><tr><td><table><tr><td>a</td></tr></table></td></tr></table>')).toEqual(['table'])
  expect(lostOf(`<table>${'<tr><td>a</td></tr>'.repeat(101)}</table>`)).toEqual(['table'])
  expect(lostOf(`<table><tr>${'<td>a</td>'.repeat(21)}</tr></table>`)).toEqual(['table'])
  expect(lostOf('<table></table>')).toEqual([])
  expect(lostOf(`<TD><img src="${pixel}"><img src="file:///C:/a.png"></td><math><mi>x</mi></math>`)).toEqual(['picture'])
  expect(lostOf(`<math>${'<mi>x</mi>'.repeat(500)}</math>`)).toEqual(['formula'])
  expect(lostOf(`<math>${'<msqrt>'.repeat(60)}<mi>x</mi></math>`)).toEqual(['formula'])
})

test('whatever is read, what is written is of the allowed kind and reads the same again', () => {
  const piece = fc.oneof(
    awkwardText,
    fc.constantFrom(
      '<p>',
      '</p>',
      '<ul>',
      '<li>',
      '</li>',
      '</ul>',
      '<ol>',
      '</ol>',
      '<b>',
      '</b>',
      '<br>',
      '<img src="x" onerror="y">',
    ),
    fc.constantFrom(
      '<math>',
      '<math alttext="x&quot;<">',
      '</math>',
      '<mrow>',
      '</mrow>',
      '<msup>',
      '</msup>',
      '<mi>x</mi>',
      '<mo stretchy="true">(</mo>',
      '<mtext>',
      '</mtext>',
      '<mfrac onclick="x">',
      '</mfrac>',
      '<maction>',
      '<mspace width="1em"/>',
    ),
    fc.constantFrom('<table>', '</table>', '<thead>', '<tr>', '</tr>', '<td>', '<th colspan="3">', '<td rowspan="2">', '</td>'),
    fc.constantFrom(
      '<a href="javascript:x">',
      '<a href="https://a.b/c">',
      '</a>',
      '<div style="padding-inline-start:99999em">',
      '<!--',
      '-->',
    ),
    fc.constantFrom(
      '<svg/onload=x>',
      '<',
      '>',
      '"',
      "'",
      '&lt;script&gt;',
      '&#0;',
      '&#x110000;',
      '&#60;',
      `<img src="${pixel}" alt='"><p'>`,
    ),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const written = writeRichText(readRichText(pieces.join('')))
      expect(written).toMatch(allowed)
      expect(writeRichText(readRichText(written))).toBe(written)
    }),
    { numRuns: 1000 },
  )
})

test('markup without end is read in a time that grows with its length alone', () => {
  const markup = '<!--'.repeat(100_000) + '<a "'.repeat(100_000) + "<p '<".repeat(50_000)
  const elements = '<b>'.repeat(60_000) + '</i>'.repeat(60_000) + '<table><tr><td>'.repeat(20_000)
  for (const html of [markup, elements, `<table>${`<tr>${'<td colspan=9>'.repeat(20)}`.repeat(200)}</table>`.repeat(20)])
    expect(plainTextOf(readRichText(html)).length).toBeLessThanOrEqual(html.length)
})
