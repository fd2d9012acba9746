import fc from 'fast-check'
import { expect, test } from 'vitest'
import { awkwardText } from '../testing/arbitrary.ts'
import { anyDocument, pixel } from '../testing/arbitrary-document.ts'
import { readRichText } from './read-rich-text.ts'
import { type Block, documentOfText, isPlainText, plainTextOf } from './rich-document.ts'
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
  /^(<\/?(p|ul|ol|li|strong|em|u|span|a|br|img)( (style="(padding-inline-start: \d+em|font-family: (serif|monospace)|font-size: [\d.]+em|; )+"|href="(https?:\/\/|mailto:)[^"<>]*"|src="data:image\/[a-z]+;base64,[\w+/=]*"|alt="[^"<>]*"))*>|[^<>])*$/

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
  ['bold that is none', '<b style="font-weight:normal">a</b>', '<p>a</p>'],
])('%s keeps its text and the marks that the editor offers', (_, html, start) => {
  const written = writeRichText(readRichText(html))
  expect(written.startsWith(start)).toBe(true)
  expect(written).toMatch(allowed)
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
  const html = '<!--'.repeat(100_000) + '<a "'.repeat(100_000) + "<p '<".repeat(50_000)
  expect(plainTextOf(readRichText(html)).length).toBeLessThanOrEqual(html.length)
})
