import { expect, test } from 'vitest'
import type { AuthoredSection } from '../../authored-exam.ts'
import { choiceItem, declared, of, part, pre, readTestXml, ref, refs, say, section, total } from '../../testing/qti-test.ts'

const limit = (seconds: number, more = '') => `<timeLimits maxTime="${seconds}" ${more}/>`
const timed = (id: string, seconds: number, more = '') => ref(id, limit(seconds), more)

/** Reads a test of these parts. Parts of the exam as `name/time(questions)`, with `!` where they are left once. */
const read = async (parts: string, files: Record<string, string> = {}, before = '', behind = '') => {
  const { exam, leftOut } = await readTestXml(
    `<assessmentTest identifier="T" title="Test">${before}${parts}${behind}</assessmentTest>`,
    files,
  )
  return {
    exam,
    parts: exam.sections.map(outline).join(' '),
    lost: leftOut.map(({ place, what, loss }) => `${place.replace('test.xml ', '')} ${what}: ${loss}`),
  }
}
const outline = ({ name, sectionTime, oneWay, sections = [], questions = [] }: AuthoredSection): string =>
  `${name.replace(/^Section /, '')}${sectionTime === undefined ? '' : `/${sectionTime}`}${oneWay ? '!' : ''}(${[...sections.map(outline), ...questions.map(({ id }) => id)].join(' ')})`

test('an item with a time limit is a part of its own under its title, and those between stay together', async () => {
  const inside = section('S', say('Read.') + refs('ab') + timed('c', 20) + timed('d', 30.5) + refs('ef'))
  const files = { 'c.xml': choiceItem('c').replace('title="c"', 'title="A quick one"') }
  const free = await read(part('P', inside, 'nonlinear'), files, limit(600))
  expect(free).toMatchObject({ parts: 'S(a b) A quick one/20(c) S/30.5(d) S(e f)', lost: [] })
  expect(free.exam.settings).toMatchObject({ examTime: 600, oneWay: false })
  expect(free.exam.sections.map(({ text }) => text)).toEqual(['<p>Read.</p>', undefined, undefined, undefined])
  expect(free.exam.route).toBeUndefined()

  // Where the way is linear the exam is one-way, and so are all of its parts.
  const linear = await read(part('P', limit(90) + inside), files, limit(600))
  expect(linear).toMatchObject({ parts: 'S(a b) A quick one/20(c) S/30.5(d) S(e f)', lost: [] })
  expect(linear.exam.settings).toMatchObject({ examTime: 90, oneWay: true })
})

test('of several test parts each piece is left once where its part is linear', async () => {
  const found = await read(
    part('P', section('S', ref('a') + timed('b', 20)), 'nonlinear') + part('Q', section('T', timed('c', 20) + ref('d'))),
  )
  expect(found).toMatchObject({ parts: 'S(a) S/20(b) T/20!(c) T!(d)', lost: [] })
})

test('a section with a time limit inside of others is a part of its own, and the least of several limits holds', async () => {
  const inner = section('T', limit(50) + timed('b', 40) + section('U', ref('c')))
  const found = await read(
    part('P', section('S', ref('a') + section('V', limit(30) + timed('d', 40)) + ref('e')), 'nonlinear') +
      part('Q', inner, 'nonlinear') +
      part('R', limit(70) + section('W', limit(60) + refs('f')), 'nonlinear'),
  )
  expect(found.parts).toBe('S(a) V/30(d) S(e) Part Q/50(T(T(b) U(c))) Part R/60(W(f))')
  expect(found.lost).toEqual(['b time limit: structure'])
})

test('the time of an item is told as lost in a section that draws or shuffles, and where all of the section is timed', async () => {
  const drawn = await read(
    part(
      'P',
      section('S', `<selection select="1"/>${timed('a', 20)}${ref('b')}`) +
        section('T', `<ordering shuffle="true"/>${section('U', limit(60) + refs('c'))}${section('V', refs('d'))}`) +
        section('W', limit(60) + ref('e') + timed('f', 20)),
    ),
  )
  expect(drawn.parts).toMatch(/^S\(a b\) T\(.*\) W\/60\(e f\)$/)
  expect(drawn.lost).toEqual(['a time limit: structure', 'U time limit: structure', 'f time limit: structure'])
})

test('timed items stand among parts that hang on answers', async () => {
  const found = await read(
    part('P', section('S', ref('a') + timed('b', 20) + ref('c', pre(of('a')) + limit(30)) + refs('d'))),
    {},
    declared,
    total,
  )
  expect(found).toMatchObject({ parts: 'S!(a) S/20!(b) S/30!(c) S!(d)', lost: [] })
  expect(found.exam.sections.map(({ askedIf = [] }) => askedIf.length)).toEqual([0, 0, 1, 0])
  // A section whose time several parts would share has none: then its item may have one.
  const shared = await read(part('P', section('S', limit(90) + ref('a') + timed('b', 20) + ref('c', pre(of('a'))))))
  expect(shared).toMatchObject({ parts: 'S!(a) S/20!(b) S!(c)', lost: ['S time limit: structure'] })
})

test('a least time, and answers that would count late, are told', async () => {
  const inside = section('S', `<timeLimits minTime="5"/>${ref('a', limit(20, 'minTime="3" allowLateSubmission="true"'))}`)
  expect((await read(part('P', inside))).lost).toEqual([
    'S least time: structure',
    'a least time: structure',
    'a late submission: structure',
  ])
  expect((await read(part('P', inside, 'nonlinear'))).lost).toEqual([
    'S least time: nothing',
    'a least time: nothing',
    'a late submission: structure',
  ])
})

test('the time of an item that is left out is none of anything', async () => {
  const found = await read(part('P', section('S', ref('a') + timed('b', 20) + ref('c'))), { 'b.xml': '<assessmentItem/>' })
  expect(found.parts).toBe('S(a c)')
  expect(found.lost).toEqual(['b.xml item b: structure'])
})

test('QTI 3.0 says it by other names', async () => {
  const three = ref('a') + timed('b', 20)
  const xml = `<qti-assessment-test xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="T" title="Test"><qti-test-part identifier="P" navigation-mode="nonlinear" submission-mode="simultaneous"><qti-assessment-section identifier="S" title="S" visible="true">${three
    .replaceAll('assessmentItemRef', 'qti-assessment-item-ref')
    .replace('timeLimits', 'qti-time-limits')
    .replace('maxTime', 'max-time')}</qti-assessment-section></qti-test-part></qti-assessment-test>`
  const { exam, leftOut } = await readTestXml(xml)
  expect(exam.sections.map(outline)).toEqual(['S(a)', 'S/20(b)'])
  expect(leftOut).toEqual([])
})
