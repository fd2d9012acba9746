import { expect, test } from 'vitest'
import { drawExam } from '../../../assessment/form-run/draw-exam.ts'
import { authoredQuestionsOf } from '../../../assessment/form-run/lay-out-exam.ts'
import { of, part, pre, readTestXml, ref, refs, section } from '../../testing/qti-test.ts'

const draw = (count: number) => `<selection select="${count}" withReplacement="true"/>`
const shuffle = '<ordering shuffle="true"/>'

const read = async (inside: string) => {
  const { exam, leftOut } = await readTestXml(
    `<assessmentTest identifier="T" title="T">${part('P', inside, 'linear')}</assessmentTest>`,
  )
  return { exam, lost: leftOut.map(({ place, what, loss }) => `${place.replace('test.xml ', '')} ${what}: ${loss}`) }
}
type Read = Awaited<ReturnType<typeof read>>
const seeds = Array.from({ length: 900 }, (_, at) => `seed ${at}`)
const setBy = ({ exam }: Read) => seeds.map((seed) => authoredQuestionsOf(drawExam(exam, seed)))
/** What each question is a copy of: its text says it. */
const letters = (found: Read) => setBy(found).map((set) => set.map(({ text }) => text.slice(0, 1)).join(''))

test('a section that draws with replacement draws each question as if it were the first: all ways are as likely', async () => {
  const found = await read(section('S', draw(2) + shuffle + refs('abc')))
  expect(found.lost).toEqual([])
  const counts = Map.groupBy(letters(found), (one) => one)
  expect([...counts.keys()].sort()).toEqual(['aa', 'ab', 'ac', 'ba', 'bb', 'bc', 'ca', 'cb', 'cc'])
  // A hundred each are to be expected of these seeds.
  for (const [, { length }] of counts) expect(Math.abs(length - 100)).toBeLessThan(50)
  // What is asked twice is two questions, each with its own answer.
  for (const set of setBy(found)) expect(new Set(set.map(({ id }) => id)).size).toBe(2)
})

test('more may be drawn than there are, and they stand as one section', async () => {
  const found = await read(section('S', draw(5) + shuffle + refs('ab')))
  expect(new Set(letters(found)).size).toBe(32)
  const [drawn] = drawExam(found.exam, 'seed').sections
  expect([drawn?.name, drawn?.sections?.length ?? 0, drawn?.questions?.length]).toEqual(['Section S', 0, 5])
})

test('where it isn’t shuffled, its questions stand as they are drawn: that is told', async () => {
  const found = await read(section('S', draw(2) + refs('ab')))
  expect(found.lost).toEqual(['S order of a selection: structure'])
  expect(new Set(letters(found))).toEqual(new Set(['aa', 'ab', 'ba', 'bb']))
  const only = await read(section('S', draw(3) + refs('a')))
  expect([only.lost, new Set(letters(only))]).toEqual([[], new Set(['aaa'])])
})

test('where it would take too many copies, each is drawn once at most: that is told', async () => {
  const found = await read(section('S', draw(200) + shuffle + refs('ab')))
  expect(found.lost).toEqual(['S selection with replacement: structure'])
  expect(letters(found)[0]).toHaveLength(2)
})

test.each([
  ['sections are drawn', section('T', refs('a')) + section('U', refs('b'))],
  ['some are required', ref('a', '', 'required="true"') + refs('bc')],
  ['some keep their place', ref('a', '', 'fixed="true"') + refs('bc')],
])('where %s, each is drawn once at most: that is told', async (_, members) => {
  const found = await read(section('S', draw(2) + shuffle + members))
  expect(found.lost).toEqual(expect.arrayContaining(['S selection with replacement: structure']))
  expect(letters(found).every((one) => new Set(one).size === one.length)).toBe(true)
})

test('rules of a test know the copies as the item that they are', async () => {
  const { exam } = await read(section('S', draw(2) + shuffle + refs('ab')) + section('T', ref('c') + ref('d', pre(of('c')))))
  const named = exam.route?.items.map(({ identifier, question }) => `${identifier}=${question}`)
  expect(named).toEqual(['a=a', 'a=a.2', 'b=b', 'b=b.2', 'c=c', 'd=d'])
})
