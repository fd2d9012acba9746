import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fontRuns } from './fonts.ts'
import { plainBlocks } from './html-blocks.ts'
import { plainText } from './plain-text.ts'
import { textLines } from './text-lines.ts'

describe('text on paper', () => {
  const picture = (alt: string) => `Picture: ${alt}`
  const blocks = (html: string) => plainBlocks(html, picture).map(({ text, marker }) => (marker ? `${marker} ${text}` : text))

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
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
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
