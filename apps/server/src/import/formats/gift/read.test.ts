import fc from 'fast-check'
import { expect, test } from 'vitest'
import { at, chosen, read, typed } from '../../testing/read-bank.ts'

test('two questions without an empty line between them are left out and named, and braces within braces are one answer', async () => {
  const { all, leftOut } = await read(
    'set.gift',
    '::One:: Which? {=Ash ~Cat}\n::Two:: Who? {=Ada}\n\nWhat? {=f{x} ~g}\n\nAnd {=a} or {=b}?\n',
  )
  expect(all.map(({ text }) => text)).toEqual(['What?'])
  expect(chosen(at(all, 0), 'f{x}')).toBe(1)
  expect(leftOut?.map(({ place, why, loss }) => [place, why.includes('braces twice'), loss])).toEqual([
    ['set.gift line 1', true, 'structure'],
    ['set.gift line 6', true, 'structure'],
  ])
})

const kinds = ['choice', 'several', 'text', 'number', 'pairs', 'truth', 'essay', 'read'] as const
const insideOf: Readonly<Record<(typeof kinds)[number], (feedback: string) => string | undefined>> = {
  choice: (feedback) => `=qqright${feedback} ~qqwrong`,
  several: (feedback) => `~%50%qqone${feedback} ~%50%qqtwo ~%-100%qqthree`,
  text: (feedback) => `=qqanswer${feedback} =%50%qqother`,
  number: (feedback) => `#=41:0.5${feedback} =%50%42:3`,
  pairs: (feedback) => `=qqa -> qqb${feedback} =qqc -> qqd =qqe -> qqf`,
  truth: (feedback) => `T${feedback}`,
  essay: () => '',
  read: () => undefined,
}

test('every word of a question is shown, marked by, or named in the report', async () => {
  const parts = fc.record({ title: fc.boolean(), after: fc.boolean(), feedback: fc.boolean(), general: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...kinds), parts, async (kind, has) => {
      const inside = insideOf[kind](has.feedback ? '#qqfeedback' : '')
      const general = has.general && inside !== undefined && kind !== 'essay' ? '####qqgeneral' : ''
      const braces = inside === undefined ? '' : `{${inside}${general}}`
      const text = `${has.title ? '::qqtitle::' : ''} qqstem ${braces} ${has.after && inside !== undefined ? 'qqafter.' : ''}`
      const { all, items, leftOut } = await read('set.gift', text)
      const told = JSON.stringify([all, items?.map(({ identifier }) => identifier)])
      const missing = [...new Set(text.match(/qq\w+/g))].filter((word) => !told.includes(word))
      const isNamed = leftOut?.some(({ what }) => what === 'feedback')
      expect(missing.filter((word) => !(word === 'qqfeedback' && isNamed))).toEqual([])
      if (kind === 'text') expect(typed(at(all, 0), 'QQanswer')).toBe(1)
    }),
    { numRuns: 60 },
  )
})
