import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AuthoredExam, authoredExam } from '../../import/authored-exam.ts'
import type { PartRule } from '../../import/authored-route.ts'
import { hideIds } from '../../import/hide-ids.ts'
import { readPackage } from '../../import/read-package.ts'
import { chosenBy, gatedTests, rightAnswers } from '../../import/testing/gated-tests.ts'
import { smallExam, temporaryFolder } from '../../import/testing/make-package.ts'
import {
  branch,
  choiceItem,
  declared,
  of,
  part,
  pre,
  readTestXml,
  ref,
  scoreOf,
  section,
  total,
} from '../../import/testing/qti-test.ts'
import { type Chosen, questionsIn, questionsSet } from '../../import/testing/walk-route.ts'
import { nativePackage } from './native-package.ts'
import { qtiPackage } from './qti/qti-package.ts'
import { writeZip } from './zip-file.ts'

const again = async (files: ReadonlyMap<string, Uint8Array>) => {
  const path = join(await temporaryFolder(), 'export.zip')
  await writeZip(path, files)
  const reading = await readPackage({ path })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  return reading.package
}

const readTest = (inside: string, files: Record<string, string>) =>
  readTestXml(`<assessmentTest identifier="T" title="T">${part('P', inside)}</assessmentTest>`, files)

/** A question of three options, of which the first is right. */
const asked = (id: string, more: object = {}) => ({
  ...{ type: 'RADIO', id, text: id, key: 'right', ...more },
  options: ['right', 'half', 'wrong'].map((name) => ({ id: name, text: name })),
})
const option = (question: string, name = 'right'): PartRule => ({ on: 'option', question, option: name })

/** An exam whose parts have rules of our own. */
const ownExam = (rules: Record<string, { askedIf?: PartRule[]; leadsTo?: { to: string; if: PartRule }[] }>) =>
  authoredExam.parse(
    smallExam({
      settings: { oneWay: true },
      sections: ['p1', 'p2', 'p3', 'p4'].map((id, at) => ({
        ...{ id, name: id, oneWay: true, ...rules[id] },
        questions:
          at === 0
            ? [asked('a'), { ...asked('b'), type: 'MULTICHOICE', key: ['right', 'half'] }]
            : [
                asked(
                  `${'cde'[at - 1]}`,
                  at === 1 ? { credit: { kind: 'weights', weights: { right: 0.7, half: 0.1 }, least: 0 } } : {},
                ),
              ],
      })),
    }),
  )

/** All ways to answer the first three questions, each by none of its options or one of them. */
const answers: Chosen[] = [0, 1, 2, 3].flatMap((a) =>
  [0, 1, 2, 3].flatMap((b) =>
    [0, 1, 2, 3].map((c) => Object.fromEntries(Object.entries({ a, b, c }).filter(([, at]) => at < 3))),
  ),
)

/** Holds an exam against what it comes back as: the same questions for the same answers. Which there are, is handed back. */
const compared = async (exam: AuthoredExam) => {
  const { files, notWritten } = qtiPackage({ exam, resources: [] })
  expect(notWritten).toEqual([])
  const back = await again(files)
  expect(back.leftOut.filter(({ loss }) => loss === 'structure' || loss === 'marks')).toEqual([])
  for (const one of answers) expect(questionsSet(back.exam, one), JSON.stringify(one)).toEqual(questionsSet(exam, one))
  return new Set(answers.map((one) => questionsSet(exam, one).join('')))
}

test('an exam of parts with rules is the same exam after our own form', async () => {
  const exam = ownExam({
    p2: { askedIf: [option('a'), { on: 'marks', questions: ['a', 'b'], least: 1 }] },
    p3: { leadsTo: [{ to: 'end', if: { on: 'not', rule: { on: 'any', rules: [option('b'), option('c')] } } }] },
  })
  expect((await again(nativePackage({ exam, resources: [] }))).exam).toEqual(exam)
})

test('QTI 3.0: parts are asked by the options chosen, one or several, and by what is none of them', async () => {
  const exam = ownExam({
    p1: { leadsTo: [{ to: 'p4', if: option('a', 'wrong') }] },
    p2: { askedIf: [option('b')] },
    p3: {
      askedIf: [
        { on: 'not', rule: option('a', 'half') },
        { on: 'any', rules: [option('a'), option('c')] },
      ],
    },
    p4: { askedIf: [{ on: 'not', rule: option('c', 'wrong') }] },
  })
  expect(await compared(exam)).toEqual(new Set(['abcde', 'abcd', 'abde', 'abc', 'abce', 'abe']))
  expect(await compared(hideIds(exam, 'seed'))).toHaveLength(6)
})

test('QTI 3.0: parts are asked by the marks of questions, also where some of them weren’t set; and an exam may end', async () => {
  const exam = ownExam({
    p2: {
      askedIf: [{ on: 'marks', questions: ['a'], least: 1 }],
      leadsTo: [{ to: 'end', if: { on: 'marks', questions: ['c'], least: 0.1 } }],
    },
    p3: { askedIf: [{ on: 'marks', questions: ['a', 'c'], least: 1 }] },
    p4: {
      askedIf: [
        { on: 'not', rule: { on: 'marks', questions: ['a', 'c'], least: 1 } },
        { on: 'marks', questions: ['b'], least: 0 },
      ],
    },
  })
  expect(await compared(exam)).toEqual(new Set(['abc', 'abcd', 'abe']))
})

test('QTI 3.0: rules that came with a test keep what they ask for: answers, outcomes of the test, categories, weights, sections', async () => {
  const counted = (attributes: string, least: string) =>
    `<gte><sum><testVariables variableIdentifier="SCORE" ${attributes}/></sum><baseValue baseType="float">${least}</baseValue></gte>`
  const xml = `<assessmentTest identifier="T" title="T">${declared}${part(
    'P',
    section(
      'S',
      ref('a', '<weight identifier="W" value="2"/>', 'category="route_1"') +
        ref('b', pre(of('a')) + branch('EXIT_SECTION', of('b'))),
    ) +
      section('T', pre(scoreOf('SCORE', '1')) + ref('c') + ref('d', pre(of('c'))) + ref('e')) +
      section(
        'U',
        ref('f', pre(counted('includeCategory="route_1"', '1'))) + ref('g', pre(counted('sectionIdentifier="S"', '2'))),
      ) +
      section(
        'V',
        ref('h', pre(counted('weightIdentifier="W"', '3'))) +
          ref('i', pre('<lt><numberPresented sectionIdentifier="T"/><baseValue baseType="integer">1</baseValue></lt>')),
      ),
  )}${total}</assessmentTest>`
  const { exam, leftOut } = await readTestXml(xml)
  expect(leftOut).toEqual([])
  const sets = await compared(exam)
  expect(sets).toEqual(new Set(['abcdefgh', 'abcdefh', 'abcefgh', 'abcef', 'ai']))
  expect(await compared(hideIds(exam, 'seed'))).toEqual(sets)
  expect((await again(nativePackage({ exam, resources: [] }))).exam).toEqual(exam)
})

test('QTI 3.0: what a choice without marks is asked for keeps its meaning, where that can be told', async () => {
  const not = (rule: string) => `<not>${rule}</not>`
  const within =
    '<match><index n="1"><ordered><variable identifier="a.R"/></ordered></index><baseValue baseType="identifier">A</baseValue></match>'
  const { exam } = await readTest(
    section(
      'S',
      ref('a') +
        ref('b', pre(of('a'))) +
        ref('c', pre(not(of('a')))) +
        ref('d', pre('<isNull><variable identifier="a.R"/></isNull>')),
    ),
    { 'a.xml': choiceItem('a', '').replace(/<correctResponse>.*<.correctResponse>/, '') },
  )
  expect(await compared(exam)).toEqual(new Set(['ab', 'ac', 'ad']))
  expect(await compared(hideIds(exam, 'seed'))).toHaveLength(3)
  const deep = await readTest(section('S', ref('a') + ref('b', pre(within))), { 'a.xml': choiceItem('a', '') })
  expect(qtiPackage({ exam: deep.exam, resources: [] }).notWritten).toEqual([
    expect.objectContaining({ place: 'section S.2', why: expect.stringContaining('calls otherwise') }),
  ])
})

test('QTI 3.0: what a rule asks of later questions, which nobody has answered then, comes back as nothing', async () => {
  const { exam } = await readTest(
    section('S', branch('U', of('a')) + ref('a') + ref('b', pre(of('a', 'B'))) + ref('c', pre(of('b')))) +
      section('T', ref('d')) +
      section('U', ref('e')),
    {},
  )
  expect(await compared(exam)).toEqual(new Set(['ae', 'abcde', 'abde', 'ade']))
})

test('QTI 3.0: a rule that can’t be said is named, and what it is on is written without it', async () => {
  const form = {
    type: 'QGRID',
    id: 'x',
    text: 'x',
    rows: [{ cells: [{ components: [{ kind: 'input', id: 'f', label: 'F' }] }] }],
  }
  const own = ownExam({
    p2: { askedIf: [option('x')] },
    p3: {
      askedIf: [{ on: 'marks', questions: ['a', 'x'], least: 1 }, option('a')],
      leadsTo: [{ to: 'end', if: option('a', 'no such') }],
    },
  })
  const [first, ...parts] = own.sections
  const exam = authoredExam.parse({
    ...{ ...own, settings: {} },
    sections: [{ ...first, questions: [...(first?.questions ?? []), form] }, ...parts],
  })
  const { files, notWritten } = qtiPackage({ exam, resources: [] })
  expect(notWritten.map(({ place, why }) => `${place}: ${why}`)).toEqual([
    expect.stringContaining('question x: '),
    expect.stringMatching(/^section p2: .*It asks for a question that is left out\. It is set/),
    expect.stringMatching(/^section p3: .*It counts a question that is left out\. It is set/),
    expect.stringMatching(/^section p3: .*It asks for an option that is no choice there\. What follows is set\.$/),
    expect.stringMatching(/^exam: Inside of its parts nobody goes back/),
  ])
  const back = await again(files)
  expect(questionsIn(back.exam.sections)).toHaveLength(5)
  expect([0, 1].map((a) => questionsSet(back.exam, { a }).join(''))).toEqual(['abcde', 'abce'])
})

test('QTI 3.0: whatever gates a test came with, it is written so that the same questions are set for the same answers', async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(gatedTests, rightAnswers, async ({ xml }, answers) => {
      const { exam, leftOut } = await readTestXml(xml)
      if (leftOut.length > 0) return
      const { files, notWritten } = qtiPackage({ exam, resources: [] })
      expect(notWritten).toEqual([])
      const back = await again(files)
      expect(back.leftOut.filter(({ loss }) => loss === 'structure')).toEqual([])
      for (const one of answers) {
        expect(questionsSet(back.exam, chosenBy(one))).toEqual(questionsSet(exam, chosenBy(one)))
        compared += 1
      }
    }),
    { numRuns: 60 },
  )
  expect(compared).toBeGreaterThan(80)
})

test('QTI 3.0: a rule that asks for the marks of a question which counts otherwise than by itself is named', async () => {
  const inside = section('S', ref('a', '<weight identifier="W" value="2"/>') + ref('b', pre(scoreOf('a.SCORE', '1'))))
  const { exam } = await readTest(inside, { 'a.xml': choiceItem('a', '') })
  const { notWritten } = qtiPackage({ exam, resources: [] })
  expect(notWritten).toEqual([
    { place: 'section S.2', why: expect.stringContaining('counts otherwise than by itself'), isQuestion: false },
  ])
})
