import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPackage } from '../../read-package.ts'
import { makeZip } from '../../testing/make-package.ts'
import { choices12, equal12, fib12, item12, rule12, test12, text12 } from '../../testing/qti1-item.ts'
import { read } from '../../testing/read-bank.ts'

/** Where a text may be in an item, with the item's kind of feedback that a rule shows. */
const places = {
  rubric: '<rubric view="Candidate"><material><mattext>qqrubric</mattext></material></rubric>',
  objectives: '<objectives><material><mattext>qqobjectives</mattext></material></objectives>',
  itemrubric: '<itemrubric><material><mattext>qqitemrubric</mattext></material></itemrubric>',
  teacher: '<teacher_notes>qqteacher</teacher_notes>',
  duration: '<duration>qqduration</duration>',
  feedback: `<itemfeedback ident="shown">${text12('qqfeedback')}</itemfeedback>`,
  hint: `<itemfeedback ident="shown"><hint><hintmaterial>${text12('qqhint')}</hintmaterial></hint></itemfeedback>`,
} as const
const names = Object.keys(places) as (keyof typeof places)[]
const called = {
  rubric: '<rubric>',
  objectives: '<objectives>',
  itemrubric: '<itemrubric>',
  teacher: '<teacher_notes>',
  duration: 'duration',
  feedback: 'feedback',
  hint: 'hints',
}

test('every text of an item is shown, or named in the report', async () => {
  const shows = '<displayfeedback linkrefid="shown"/>'
  const rule = (value: string) =>
    rule12(equal12('r', value, ''), 'Set 1').replace('</respcondition>', `${shows}</respcondition>`)
  await fc.assert(
    fc.asyncProperty(fc.subarray(names), fc.boolean(), fc.boolean(), async (given, isTyped, isLimited) => {
      const response = isTyped
        ? fib12('r', isLimited ? 'maxchars="5"' : '')
        : choices12('r', 'Single', ['qqone', 'qqtwo'], 'qqlead')
      const item = item12(text12('qqstem') + response + text12('qqbehind'), rule(isTyped ? 'qqkey' : 'a'), {
        more: given.map((name) => places[name]).join(''),
      })
      const { all, leftOut, why } = await read('set.xml', test12(item))
      const shown = JSON.stringify(all)
      const told = leftOut?.map(({ what }) => what) ?? []
      const missing = [...new Set(item.match(/qq\w+/g))].filter((word) => !shown.includes(word))
      expect([
        why,
        missing.filter((word) => !given.some((name) => places[name].includes(word) && told.includes(called[name]))),
      ]).toEqual([undefined, []])
      expect(told.includes('maxchars')).toBe(isTyped && isLimited)
    }),
    { numRuns: 60 },
  )
})

test('texts of a test and of its sections that nobody is shown are named, with where they stand', async () => {
  const item = item12(text12('Which?') + choices12('r', 'Single', ['a', 'b']), rule12(equal12('r', 'a'), 'Set 1'))
  const written = test12(item)
    .replace('<section', `<presentation_material>${text12('Read this')}</presentation_material><section`)
    .replace('<item', `<objectives>${text12('Aims')}</objectives><rubric>${text12('Rules')}</rubric><item`)
  const { leftOut } = await read('set.xml', written)
  expect(leftOut?.map(({ place, what }) => [place, what])).toEqual(
    expect.arrayContaining([
      ['set.xml', '<presentation_material>'],
      ['set.xml section s1', '<objectives>'],
      ['set.xml section s1', 'rubric'],
    ]),
  )
})

test('what Canvas says of a test beside its questions is taken or named, also where it can’t be read', async () => {
  const item = item12(text12('Which?') + choices12('r', 'Single', ['a', 'b']), rule12(equal12('r', 'a'), 'Set 1'))
  const lostOf = async (meta: string) => {
    const reading = await readPackage({ path: await makeZip({ 'q/q.xml': test12(item), 'q/assessment_meta.xml': meta }) })
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
    return reading.package.leftOut.flatMap(({ place, what, loss }) => (place.includes('meta') ? [[what, loss]] : []))
  }
  const fields =
    '<title>T</title><time_limit>30</time_limit><access_code>open</access_code><allowed_attempts>3</allowed_attempts>'
  expect(await lostOf(`<quiz>${fields}<ip_filter/><due_at></due_at></quiz>`)).toEqual([
    ['access_code', 'nothing'],
    ['allowed_attempts', 'nothing'],
  ])
  expect(await lostOf('<quiz><allowed_attempts>1</allowed_attempts></quiz>')).toEqual([])
  expect(await lostOf('<quiz><time_limit>30</quiz>')).toEqual([['settings of the test', 'structure']])
})
