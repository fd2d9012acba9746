import { expect, test } from 'vitest'
import { looksLikeHtml } from './looks-like-html.ts'
import { safeStyle } from './safe-style.ts'

test('a text with a tag that HTML knows is HTML; brackets alone are not', () => {
  for (const html of ['<p>a</p>', 'x<br>y', 'H<sub>2</sub>O', '<img src="a.png">', '<TABLE border=1>'])
    expect(looksLikeHtml(html), html).toBe(true)
  for (const text of ['a < b and c > d', 'std::vector<int>', '<name>', '1<2', '<<p', ''])
    expect(looksLikeHtml(text), text).toBe(false)
})

test('a style keeps what stays in its box, and loses what places, covers, colours or loads', () => {
  expect(safeStyle('text-align: center; position: fixed; width: 50%')).toBe('text-align: center; width: 50%')
  for (const style of [
    'position:fixed',
    'z-index: 9999',
    'color: white',
    'background: url(https://evil.example/a)',
    'width: calc(100vw)',
    'border: url(x)',
    'width: expression(alert(1))',
    'wid\\74h: 1px',
    'width: 1px /* : */',
    'margin: -999px',
  ]) {
    expect(safeStyle(style), style).toBe('')
  }
})
