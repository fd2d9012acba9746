import fc from 'fast-check'
import { addRun, type Block, type RichDocument, type Run } from '../rich-text/rich-document.ts'
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

/** Anything that a learner can write with the rich-text editor. */
export const anyDocument: fc.Arbitrary<RichDocument> = fc.array(block, { maxLength: 8 })
