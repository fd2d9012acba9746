import { expect, test } from 'vitest'
import { looksLikeHtml } from './looks-like-html.ts'
import { safeStyle } from './style.ts'

test('a text with a tag that HTML knows, or a character by its name, is HTML; brackets alone are not', () => {
  for (const html of [
    '<p>a</p>',
    'x<br>y',
    'H<sub>2</sub>O',
    '<img src="a.png">',
    '<TABLE border=1>',
    '<audio controls>',
    'a &lt; b',
    '&#8364; 5',
    '<script>',
    'x</iframe >',
  ])
    expect(looksLikeHtml(html), html).toBe(true)
  for (const text of [
    'a < b and c > d',
    'std::vector<int>',
    '<name>',
    '1<2',
    '<<p',
    '',
    'if a <b and c> d',
    'R&D and Q&A; Marks & Sons',
    'x <= y',
  ])
    expect(looksLikeHtml(text), text).toBe(false)
})

test('a tag of any name that would act counts as HTML, not as a comparison', () => {
  for (const html of [
    '<x onclick=alert(1)>',
    '<x/onfocus="a" tabindex=1>',
    '<y style="position:fixed">',
    '<z src=//e.example>',
  ])
    expect(looksLikeHtml(html), html).toBe(true)
})

test('a style keeps what stays in its box, and loses what places, covers, colours or loads', () => {
  expect(safeStyle('text-align: center; position: fixed; width: 50%; padding: .5em 1.5em')).toBe(
    'text-align: center; width: 50%; padding: .5em 1.5em',
  )
  for (const style of [
    'position:fixed',
    'z-index: 9999',
    'color: white',
    'background: url(https://evil.example/a)',
    'width: calc(100vw)',
    'width: 100vw',
    'width: 99999px',
    'padding: 1px 1e9px',
    'text-indent: -999em',
    'padding-left: 400em',
    'border: 900px solid',
    'border: url(x)',
    'width: expression(alert(1))',
    'wid\\74h: 1px',
    'width: 1px /* : */',
    'margin: -999px',
  ]) {
    expect(safeStyle(style), style).toBe('')
  }
})
