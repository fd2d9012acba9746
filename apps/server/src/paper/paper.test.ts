import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readBmp } from './bmp.ts'
import { htmlBlocks } from './html-blocks.ts'
import { htmlTree } from './html-tree.ts'
import { layOut } from './math-layout.ts'
import { preparePictures } from './pictures.ts'
import { columnWidths, gridOf } from './table-layout.ts'
import { readPdf } from './testing/read-pdf.ts'
import { sampleDocument } from './testing/sample-document.ts'
import { writePdf } from './write-pdf.ts'

const print = async (html: string, more: Parameters<typeof sampleDocument>[1] = {}) =>
  readPdf(await writePdf(sampleDocument([{ kind: 'html', html }], more), () => {}))

describe('HTML on paper', () => {
  test('keeps headings, lists in lists, tables with their headers, and what stands in their cells', async () => {
    const pdf = await print(
      `<h2>Rules</h2><ul><li>One<ul><li>inner</ul><li>Two</ul><ol start="4"><li>four<p>more</p></ol>
       <table><caption>Prices</caption><tr><th>Day<th colspan="2">Price<tr><td rowspan="2">Mon<td>£2<td>a<tr><td>£3<td>b</table>`,
    )
    expect(pdf.all('H4')).toEqual(['Rules'])
    expect(pdf.all('L')).toHaveLength(2)
    expect(pdf.all('LI')).toEqual(['• One• inner', '• inner', '• Two', '4. fourmore'])
    expect(pdf.all('TH')).toEqual(['Day', 'Price'])
    expect(pdf.all('TD')).toEqual(['Mon', '£2', 'a', '£3', 'b'])
    expect(pdf.all('P')).toEqual(expect.arrayContaining(['Prices']))
  })

  test('is written whatever it is, in both directions', async () => {
    const pieces = fc.constantFrom(
      '<p>',
      '</p>',
      '<table><tr><td>',
      '<li>',
      '<ul>',
      '<math><mfrac>',
      '<msup>',
      'سلام',
      'a b',
      '<img src=x alt=y>',
      '<sup>',
      '<pre>\n',
      '\ufffc',
      '<td rowspan=3>',
      '</table>',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(pieces, { maxLength: 40 }),
        fc.constantFrom('en' as const, 'ar' as const),
        async (some, language) => {
          expect((await print(some.join(''), { language })).pages.length).toBeGreaterThan(0)
        },
      ),
      { numRuns: 15 },
    )
  })

  test('takes a table of thousands of rows and of hundreds of columns, and a picture higher than a page', async () => {
    const tall = await sharp({ create: { width: 20, height: 2000, channels: 3, background: '#123456' } })
      .png()
      .toBuffer()
    const pdf = await print(
      `<table>${'<tr><td>row<td>of two'.repeat(1500)}</table><table><tr>${'<td>wide'.repeat(300)}</table><img src="tall.png" alt="Tall">`,
      { pictures: new Map([['tall.png', { mediaType: 'image/png', bytes: tall }]]) },
    )
    expect(pdf.text.match(/row/g)).toHaveLength(1500)
    expect(pdf.text.match(/of two/g)).toHaveLength(1500)
    expect(pdf.text).toContain('wide')
    expect(pdf.pages.at(-1)?.tree.length).toBe(1)
  })

  test('takes spaces by the hundred thousand, and a letter with as many marks, in one go', () => {
    const textOf = (html: string) => htmlBlocks(html).map((one) => (one.kind === 'text' ? one.rich.text : ''))
    for (const space of [' ', '\u00a0', '\n']) {
      const many = space.repeat(400_000)
      expect(textOf(`<pre>a${many}b${many}</pre>`)).toEqual([`a${many}b`])
    }
    expect(textOf('<pre>a  <br>b \u00a0</pre><p>c </p>')).toEqual(['a\nb', 'c'])
    expect(textOf(`a${'\u0301\u0323'.repeat(200_000)}`)[0]).toHaveLength(400_001)
  })

  test('has the looks of its words, and none that isn’t there', () => {
    const [block] = htmlBlocks('<p>Which is <b>not</b> <u>true</u>?</p>')
    const rich = block?.kind === 'text' ? block.rich : undefined
    expect(rich?.text).toBe('Which is not true?')
    expect([...(rich?.looks ?? [])].join('')).toBe('000000000111044440')
    expect(htmlBlocks('<p>plain</p>')).toEqual([{ kind: 'text', rich: { text: 'plain' }, level: 0 }])
  })
})

describe('a formula on paper', () => {
  const laidOut = (mathMl: string) => layOut(htmlTree(mathMl))

  test('stands over and under its line: fractions, powers, roots, sums and matrices', () => {
    const line = laidOut('<math><mi>x</mi></math>')
    const fraction = laidOut('<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>')
    expect(fraction.ascent + fraction.descent).toBeGreaterThan((line.ascent + line.descent) * 1.8)
    expect(laidOut('<math><msup><mi>x</mi><mn>2</mn></msup></math>').ascent).toBeGreaterThan(line.ascent)
    expect(laidOut('<math><msub><mi>x</mi><mn>2</mn></msub></math>').descent).toBeGreaterThan(line.descent)
    expect(laidOut('<math><msqrt><mi>x</mi></msqrt></math>').marks.some(({ kind }) => kind === 'lines')).toBe(true)
    const matrix = laidOut(
      '<math><mtable><mtr><mtd>a</mtd><mtd>b</mtd></mtr><mtr><mtd>c</mtd><mtd>d</mtd></mtr></mtable></math>',
    )
    expect(matrix.marks).toHaveLength(4)
    expect(laidOut('<math><munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover></math>').descent).toBeGreaterThan(
      line.descent,
    )
  })

  test('writes down everything that it isn’t told how to draw', () => {
    const texts = laidOut(
      '<math><weird><mi>a</mi><mtext>b c</mtext></weird><mmultiscripts><mi>d</mi></mmultiscripts></math>',
    ).marks.map((mark) => (mark.kind === 'text' ? mark.drawn.runs.map(({ text }) => text).join('') : ''))
    expect(texts).toEqual(['a', 'b c', 'd'])
  })
})

describe('a table on paper', () => {
  test('has each cell in a place of its own, and columns that are never wider than the page', () => {
    const cell = fc.record({ columns: fc.integer({ min: 1, max: 4 }), rows: fc.integer({ min: 1, max: 4 }) })
    const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 6 })
    fc.assert(
      fc.property(rows, (given) => {
        const { cells } = gridOf(given.map((row) => row.map((one) => ({ ...one, rich: { text: '' }, isHeader: false }))))
        const starts = cells.map(({ row, column }) => `${row}/${column}`)
        expect(new Set(starts).size).toBe(starts.length)
      }),
    )
    const need = fc.record({ least: fc.integer({ min: 24, max: 300 }), most: fc.integer({ min: 300, max: 9000 }) })
    fc.assert(
      fc.property(fc.array(need, { minLength: 1, maxLength: 16 }), (needs) => {
        expect(columnWidths(needs, 480).reduce((sum, width) => sum + width, 0)).toBeLessThan(480.01)
      }),
    )
  })
})

describe('pictures on paper', () => {
  const dots = { create: { width: 30, height: 20, channels: 4, background: { r: 200, g: 10, b: 10, alpha: 0.5 } } } as const
  /** 2 by 1 pixels: red, green. */
  const bitmap = Buffer.from(
    '424d3e0000000000000036000000280000000200000001000000010018000000000008000000000000000000000000000000000000000000ff00ff000000',
    'hex',
  )

  test('are of any kind that an exam may have: png, jpg, gif, webp and bmp', async () => {
    const pictures = new Map(
      await Promise.all(
        (['png', 'jpeg', 'gif', 'webp'] as const).map(
          async (kind) => [kind, { mediaType: '', bytes: await sharp(dots).toFormat(kind).toBuffer() }] as const,
        ),
      ),
    ).set('bmp' as never, { mediaType: '', bytes: bitmap })
    const prepared = await preparePictures(pictures)
    expect([...prepared].map(([kind, { width, height }]) => `${kind} ${width}x${height}`)).toEqual([
      'png 30x20',
      'jpeg 30x20',
      'gif 30x20',
      'webp 30x20',
      'bmp 2x1',
    ])
    expect([...(readBmp(bitmap, 100)?.pixels ?? [])]).toEqual([255, 0, 0, 0, 255, 0])
    expect(readBmp(bitmap, 1)).toBeUndefined()
  })

  test('that are broken, cut off, far too large or something else are left out', async () => {
    const whole = await sharp(dots).png().toBuffer()
    const huge = Buffer.from(whole)
    huge.writeUInt32BE(60_000, 16)
    huge.writeUInt32BE(60_000, 20)
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>',
    )
    const all = {
      cut: whole.subarray(0, 60),
      huge,
      svg,
      text: Buffer.from('no picture'),
      empty: Buffer.alloc(0),
      bmp: bitmap.subarray(0, 56),
    }
    const prepared = await preparePictures(
      new Map(Object.entries(all).map(([name, bytes]) => [name, { mediaType: 'image/png', bytes }])),
    )
    expect([...prepared.keys()]).toEqual([])
  })
})
