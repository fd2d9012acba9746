import fc from 'fast-check'
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
const run = fc.oneof(
  { weight: 5, arbitrary: textRun },
  { weight: 1, arbitrary: fc.constant<Run>({ kind: 'break' }) },
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
