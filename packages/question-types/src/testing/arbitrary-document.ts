import fc from 'fast-check'
import type { MathElement } from '../rich-text/formula/math-element.ts'
import { addRun, type Block, type Cell, type RichDocument, type Run } from '../rich-text/rich-document.ts'
import { gridOf, withLinesAround } from '../rich-text/table-grid.ts'
import { awkwardText } from './arbitrary.ts'

/** A picture of one pixel. */
export const pixel = 'data:image/png;base64,iVBORw0KGgo='

const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined })
const defined = (value: object) => Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined))

const textRun = fc
  .tuple(
    awkwardText.map((text) => text.replace(/[\r\n\t\0]/g, ' ')).filter((text) => text !== ''),
    fc.record({
      bold: optional(fc.constant(true)),
      italic: optional(fc.constant(true)),
      underline: optional(fc.constant(true)),
      script: optional(fc.constantFrom('sub', 'super')),
      font: optional(fc.constantFrom('serif', 'mono')),
      size: optional(fc.constantFrom('small', 'large')),
      href: optional(fc.constantFrom('https://example.org/?a=1&b=%22', 'mailto:ada@example.org')),
    }),
  )
  .map(([text, marks]): Run => ({ kind: 'text', text, ...defined(marks) }))
const words = awkwardText.map((text) => text.replace(/[ \r\n\t\0]+/g, '')).filter((text) => text !== '')
const token = fc
  .tuple(fc.constantFrom('mi', 'mn', 'mo', 'mtext'), words)
  .map(([name, text]): MathElement => ({ name, attributes: name === 'mo' ? { stretchy: 'false' } : {}, children: [], text }))
const structure = (name: string, children: readonly MathElement[], attributes = {}): MathElement => ({
  name,
  attributes,
  children,
  text: '',
})
/** A formula as one is kept: nothing empty in it, and in each place something. */
const { math } = fc.letrec<{ math: MathElement }>((tie) => ({
  math: fc.oneof(
    { maxDepth: 3 },
    token,
    fc.tuple(tie('math'), tie('math')).map((parts) => structure('mrow', parts)),
    fc
      .tuple(fc.constantFrom('mfrac', 'msup', 'msub', 'mroot', 'mover'), tie('math'), tie('math'))
      .map(([name, ...parts]) => structure(name, parts)),
    tie('math').map((inside) => structure('msqrt', [inside])),
    fc.tuple(tie('math'), tie('math'), tie('math')).map((parts) => structure('msubsup', parts)),
    tie('math').map((cell) =>
      structure('mtable', [structure('mtr', [structure('mtd', [cell], { columnspan: '2' }), structure('mtd', [])])]),
    ),
  ),
}))
const formula = fc
  .tuple(
    math,
    awkwardText.map((text) => text.replace(/[\s\0]+/g, ' ').trim()),
  )
  .map(([math, source]): Run => ({ kind: 'formula', math, source }))
const run = fc.oneof(
  { weight: 5, arbitrary: textRun },
  { weight: 1, arbitrary: fc.constant<Run>({ kind: 'break' }) },
  { weight: 1, arbitrary: formula },
  { weight: 1, arbitrary: awkwardText.map((alt): Run => ({ kind: 'image', src: pixel, alt })) },
)
const block = fc.record({
  kind: fc.constantFrom<Block['kind'][]>('paragraph', 'bullet', 'number'),
  indent: fc.nat(4),
  runs: fc.array(run, { maxLength: 5 }).map((runs) => {
    const merged: Run[] = []
    for (const one of runs) addRun(merged, one)
    return merged
  }),
})

/** Rows as HTML may have them: of different lengths, with spans that lie over each other or reach beyond. */
export const anyRows: fc.Arbitrary<Cell[][]> = fc.array(
  fc.array(
    fc.record({
      isHeader: fc.boolean(),
      columns: fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 4 }) }),
      rows: fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 4 }) }),
      blocks: fc.array(block, { maxLength: 2 }),
    }),
    { maxLength: 4 },
  ),
  { maxLength: 4 },
)
const table = anyRows.map(gridOf)

/** Anything that a learner can write with the rich-text editor. */
export const anyDocument: fc.Arbitrary<RichDocument> = fc
  .array(fc.oneof({ weight: 6, arbitrary: block }, { weight: 1, arbitrary: table }), { maxLength: 8 })
  .map((blocks) => withLinesAround(blocks.filter((one) => one !== undefined)))
