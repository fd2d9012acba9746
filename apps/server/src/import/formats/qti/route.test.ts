import { describe, expect, test } from 'vitest'
import type { AuthoredSection } from '../../authored-exam.ts'
import {
  branch,
  choiceItem,
  declared,
  essay,
  of,
  part,
  pre,
  readTestXml,
  ref,
  refs,
  say,
  scoreOf,
  section,
  total,
} from '../../testing/qti-test.ts'
import { questionsIn, questionsSet } from '../../testing/walk-route.ts'

/** Reads a test of these parts, with what stands before and behind them; `files` are others than the items of one choice. */
const readTest = async (parts: string, { before = '', behind = '' } = {}, files: Record<string, string | undefined> = {}) => {
  const xml = `<assessmentTest identifier="T" title="Test">${before}${parts}${behind}</assessmentTest>`
  const { exam, leftOut } = await readTestXml(xml, files)
  return {
    exam,
    /** The parts of the exam, as `name(questions)`. */
    parts: exam.sections.map(outline).join(' '),
    lost: leftOut.map(({ place, what, loss }) => `${place.replace('test.xml ', '')} ${what}: ${loss}`),
    leftOut,
    /** The questions that are set where these were answered with A, and all others with B. */
    set: (right = '') => {
      const chosen = questionsIn(exam.sections).map(({ id }) => [id, right.includes(id) ? 0 : 1])
      return questionsSet(exam, Object.fromEntries(chosen)).join('')
    },
  }
}
/** Reads a test of one linear part. */
const read = (inside: string, ...more: [] | [object, Record<string, string | undefined>]) =>
  readTest(part('P', inside), ...more)

const outline = ({ name, sections = [], questions = [] }: AuthoredSection): string =>
  `${name.replace(/^Section /, '')}(${[...sections.map(outline), ...questions.map(({ id }) => id)].join(' ')})`

describe('pre-conditions', () => {
  test('of an item make it a part of its own, which is asked where it holds; the others of its section stand together', async () => {
    const found = await read(section('S', ref('a') + ref('b') + ref('c', pre(of('a'))) + ref('d') + ref('e')))
    expect(found).toMatchObject({ parts: 'S(a b) S(c) S(d e)', lost: [] })
    expect([found.set('a'), found.set('')]).toEqual(['abcde', 'abde'])
    expect(found.exam.sections.map(({ id, oneWay }) => [id, oneWay])).toEqual([
      ['S', true],
      ['S.2', true],
      ['S.3', true],
    ])
    expect(found.exam.settings.oneWay).toBe(true)
  })

  test('of a section hold for each part that it becomes, beside those of its items and of the reference that leads to it', async () => {
    const inner = section('T', pre(of('a')) + ref('b') + ref('c', pre(of('b'))) + ref('d'))
    const found = await read(
      section('S', ref('a')) +
        section('U', `<assessmentSectionRef identifier="R" href="inner.xml">${pre(of('a'))}</assessmentSectionRef>${ref('e')}`),
      {},
      { 'inner.xml': inner },
    )
    expect(found).toMatchObject({ parts: 'S(a) T(b) T(c) T(d) U(e)', lost: [] })
    expect([found.set('ab'), found.set('a'), found.set('b')]).toEqual(['abcde', 'abde', 'ae'])
    expect(found.exam.sections.map(({ askedIf = [] }) => askedIf.length)).toEqual([0, 2, 3, 2, 0])
  })

  test('of a section stand as they were when it began, also where they look at all that was answered since', async () => {
    const none = '<equal toleranceMode="exact"><numberResponded/><baseValue baseType="integer">1</baseValue></equal>'
    const most = '<lt><variable identifier="SCORE"/><baseValue baseType="float">1</baseValue></lt>'
    for (const rule of [none, most]) {
      const found = await read(
        section('S', ref('a')) + section('T', pre(rule) + ref('b') + ref('c', pre(of('b'))) + ref('d')),
        { before: declared, behind: total },
        {},
      )
      expect(found.lost).toEqual([])
      // Two are answered, and a mark is earned, once the first of its items was.
      expect([found.set('b'), found.set('')]).toEqual(['abcd', 'abd'])
    }
    const missed = await read(
      section('S', ref('a')) + section('T', pre(most) + ref('b') + ref('c', pre(of('b'))) + ref('d')),
      { before: declared, behind: total },
      {},
    )
    expect(missed.set('a')).toBe('a')
  })

  test('on test parts hold whatever the way through them, and close each of them behind its learner', async () => {
    const found = await readTest(
      part('P', section('S', refs('ab')), 'nonlinear') +
        part('Q', pre(of('a')) + section('T', refs('c')) + section('U', refs('d')), 'nonlinear') +
        part('R', section('V', refs('e'))),
    )
    expect(found).toMatchObject({ parts: 'Part P(S(a b)) Part Q(T(c) U(d)) Part R(V(e))', lost: [] })
    expect([found.set('a'), found.set('')]).toEqual(['abcde', 'abe'])
    expect(found.exam.sections.map(({ oneWay }) => oneWay)).toEqual([true, true, true])
  })

  test('on items and sections of a nonlinear test part are not looked at, as the standard has it: that is told', async () => {
    const found = await readTest(
      part('P', section('S', ref('a', branch('c', of('a'))) + ref('b', pre(of('a'))) + ref('c')), 'nonlinear'),
    )
    expect(found).toMatchObject({
      parts: 'S(a b c)',
      lost: ['a branch rule: nothing', 'b pre-condition: nothing'],
    })
    expect(found.exam.route).toBeUndefined()
    expect(found.exam.sections[0]?.oneWay).toBeUndefined()
  })

  test.each([
    ['on what comes first', section('S', ref('a', pre(of('b'))) + ref('b')), 'Nothing is answered before it'],
    [
      'that asks for a later item',
      section('S', ref('a') + ref('b', pre(of('c'))) + ref('c')),
      'c.R, which is not answered yet',
    ],
    [
      'that asks for an item inside of what it is on',
      section('S', ref('a')) + section('B', pre(of('b')) + refs('b')),
      'not answered',
    ],
    ['that asks for no item', section('S', ref('a') + ref('b', pre(of('x')))), 'x.R, which is not known here'],
    [
      'that asks for no variable of its item',
      section('S', ref('a') + ref('b', pre('<isNull><variable identifier="a.duration"/></isNull>'))),
      'a.duration, which is not known here',
    ],
    [
      'that asks for an outcome which the test doesn’t declare',
      section('S', ref('a') + ref('b', pre(scoreOf('SCORE', '1')))),
      'SCORE, which is not known here',
    ],
    [
      'of nobody’s standard',
      section('S', ref('a') + ref('b', pre('<customOperator class="mine"/>'))),
      'the custom operator "mine"',
    ],
    [
      'that hangs on chance',
      section(
        'S',
        ref('a') + ref('b', pre('<lt><randomFloat min="0" max="1"/><baseValue baseType="float">0.5</baseValue></lt>')),
      ),
      'chance',
    ],
    ['without a rule', section('S', ref('a') + ref('b', '<preCondition/>')), '<precondition>'],
    [
      'in a section that draws',
      section('S', `<selection select="2"/>${ref('a')}${ref('b', pre(of('a')))}${ref('c')}`),
      'draws or shuffles',
    ],
    [
      'in a section that is shuffled',
      section('S', ref('a')) + section('B', `<ordering shuffle="true"/>${section('C', ref('b', pre(of('a'))) + ref('c'))}`),
      'draws or shuffles',
    ],
  ])('%s: it is told as a loss of structure, and what it is on is set', async (_, inside, why) => {
    const found = await read(inside)
    expect(found.lost).toEqual([expect.stringMatching(/pre-condition: structure$/)])
    expect(found.leftOut[0]?.why).toContain(why)
    expect(found.leftOut[0]?.why).toContain('It is set in any case.')
    expect(found.exam.route).toBeUndefined()
  })

  test('that ask for the marks of what a person reads, or for an item that is left out, are told as a loss', async () => {
    const found = await read(
      section('S', ref('a') + ref('b') + ref('c', pre(scoreOf('a.SCORE', '1'))) + ref('d', pre(of('b')))),
      {},
      { 'a.xml': essay('a'), 'b.xml': undefined },
    )
    expect(found.lost.filter((one) => one.includes('condition'))).toEqual([
      'c pre-condition: structure',
      'd pre-condition: structure',
    ])
  })
})

test('rules look at the score of an item without its weight, also where its key marks it, and with one that they name', async () => {
  const weighted = (value: number) => `<weight identifier="W" value="${value}"/>`
  const half = `<lt><variable identifier="a.SCORE"/><baseValue baseType="float">1.5</baseValue></lt>`
  const double = `<gte><variable identifier="a.SCORE" weightIdentifier="W"/><baseValue baseType="float">1.5</baseValue></gte>`
  const inside = section('S', ref('a', weighted(2)) + ref('b', pre(half)) + ref('c', pre(double)))
  for (const item of [choiceItem('a'), choiceItem('a', '')]) {
    const found = await read(inside, {}, { 'a.xml': item })
    expect(found.exam.sections[0]?.questions?.[0]?.marks).toBe(2)
    expect([found.set('a'), found.set('')]).toEqual(['abc', 'ab'])
  }
  const { exam } = await read(inside, {}, { 'a.xml': choiceItem('a', '') })
  expect(exam.route?.items.map(({ marks }) => marks)).toEqual([1, undefined, undefined])
})

describe('branch rules', () => {
  test('lead to a later item or section, the first that holds, and a part begins where they lead', async () => {
    const found = await read(
      section('S', ref('a', branch('U', of('a')) + branch('d', of('a', 'B'))) + refs('b')) +
        section('T', refs('cde')) +
        section('U', refs('f')),
    )
    expect(found).toMatchObject({ parts: 'S(a) S(b) T(c) T(d e) U(f)', lost: [] })
    expect([found.set('a'), found.set('')]).toEqual(['af', 'adef'])
  })

  test('lead out of the section, of the test part, or of the test', async () => {
    const inside = (target: string) =>
      part(
        'P',
        section('S', section('T', ref('a', branch(target, of('a'))) + refs('b')) + refs('c')) + section('U', refs('d')),
      ) + part('Q', section('V', refs('e')))
    const ways = async (target: string) => (await readTest(inside(target))).set('a')
    expect(await ways('EXIT_SECTION')).toBe('acde')
    expect(await ways('EXIT_TESTPART')).toBe('ae')
    expect(await ways('EXIT_TEST')).toBe('a')
    expect(await ways('nowhere')).toBe('abcde')
  })

  test('of the last item of an inner section lead from its end, and what that is around goes on behind it', async () => {
    const found = await read(
      section('S', section('T', ref('a') + ref('b', branch('d', of('b')))) + refs('c')) + section('U', refs('de')),
    )
    expect(found).toMatchObject({ parts: 'T(a b) S(c) U(d e)', lost: [] })
    expect([found.set('b'), found.set('')]).toEqual(['abde', 'abcde'])
  })

  test('of a section are looked at behind it, also by who was set none of its last items', async () => {
    const found = await read(
      section('S', branch('U', of('a')) + ref('a') + ref('b', pre(of('a', 'B'))) + ref('c', pre(of('b')))) +
        section('T', refs('d')) +
        section('U', refs('e')),
    )
    expect(found.lost).toEqual([])
    expect([found.set('a'), found.set('b'), found.set('')]).toEqual(['ae', 'abcde', 'abde'])
    const ending = await read(
      section('S', branch('U', of('b')) + ref('a') + ref('b') + ref('c', pre(of('a')))) +
        section('T', refs('d')) +
        section('U', refs('e')),
    )
    expect([ending.set('ab'), ending.set('b'), ending.set('a'), ending.set('')]).toEqual(['abce', 'abe', 'abcde', 'abde'])
  })

  test('of a section hold for who is led out of it by one of its items, and not for who is led past its end', async () => {
    const inside = (target: string) =>
      section('S', branch('V', of('a')) + ref('a', branch(target, of('a'))) + refs('b')) +
      section('T', refs('c')) +
      section('U', refs('d')) +
      section('V', refs('e'))
    expect((await read(inside('EXIT_SECTION'))).set('a')).toBe('ae')
    expect((await read(inside('U'))).set('a')).toBe('ade')
    expect((await read(inside('EXIT_SECTION'))).set('')).toBe('abcde')
  })

  test('of test parts lead to later test parts, or to the end', async () => {
    const parts = (target: string) =>
      part('P', branch(target, of('b')) + section('S', ref('a') + ref('b', pre(of('a')))) + section('T', refs('c'))) +
      part('Q', section('U', refs('d')), 'nonlinear') +
      part('R', section('V', refs('e')))
    const found = await readTest(parts('R'))
    expect(found.lost).toEqual([])
    expect([found.set('ab'), found.set('a'), found.set('')]).toEqual(['abce', 'abcde', 'acde'])
    expect((await readTest(parts('EXIT_TEST'))).set('ab')).toBe('abc')
  })

  test('lead to what stands behind an item that is left out', async () => {
    const found = await read(section('S', ref('a', branch('c', of('a'))) + refs('bcd')), {}, { 'c.xml': undefined })
    expect(found.set('a')).toBe('ad')
  })

  test('behind the last question pass over nothing: the exam is as it was', async () => {
    const found = await read(section('S', branch('EXIT_TEST', of('a')) + ref('a') + ref('b', branch('EXIT_TEST', of('b')))))
    expect(found).toMatchObject({ parts: 'S(a b)', lost: [] })
    expect(found.exam.route).toBeUndefined()
  })

  test.each([
    ['back', section('S', ref('a') + ref('b', branch('a', of('a'))) + refs('c')), 'doesn’t stand later'],
    ['into themselves', section('S', branch('b', of('a')) + refs('ab')) + section('T', refs('c')), 'doesn’t stand later'],
    ['to nothing', section('S', ref('a', branch('x', of('a'))) + refs('b')), 'doesn’t stand later'],
    [
      'into a section that is shuffled',
      section('S', ref('a', branch('c', of('a')))) + section('T', `<ordering shuffle="true"/>${refs('bc')}`),
      'draws or shuffles',
    ],
    ['by what is answered later', section('S', ref('a', branch('c', of('b'))) + refs('bc')), 'not answered yet'],
  ])('%s are told as a loss of structure, and what follows is set', async (_, inside, why) => {
    const found = await read(inside)
    expect(found.lost).toEqual([expect.stringMatching(/branch rule: structure$/)])
    expect(found.leftOut[0]?.why).toContain(why)
    expect(found.leftOut[0]?.why).toContain('What follows is set.')
    expect(found.exam.route).toBeUndefined()
  })

  test('of a section whose items may all not be set are followed by others alone: a loss of structure', async () => {
    const found = await read(
      section('S', refs('a')) +
        section('T', branch('V', of('a', 'B')) + ref('b', pre(of('a')))) +
        section('U', refs('c')) +
        section('V', refs('d')),
    )
    expect(found.lost).toEqual(['T branch rule: structure'])
    const ledInto = await read(
      section('S', ref('a', branch('c', of('a')))) +
        section('T', branch('V', of('a')) + ref('b') + ref('c', pre(of('b')))) +
        section('U', refs('d')) +
        section('V', refs('e')),
    )
    expect(ledInto.lost).toEqual(['T branch rule: structure'])
  })

  test('that nest without end are told, and don’t hold up the import', async () => {
    const deep = Array.from({ length: 60 }).reduce<string>(
      (inside, _, at) => section(`S${at}`, branch('EXIT_TEST', of('a')) + branch('EXIT_SECTION', of('b')) + inside),
      refs('ab'),
    )
    const found = await read(deep + section('Z', refs('c')))
    expect(found.lost).toEqual(['S59 branch rule: structure'])
  })
})

describe('a test in which answers decide', () => {
  test('says its instructions once, where the section is come to, and gives a time to no part that shares it', async () => {
    const found = await read(
      section('R', refs('z')) +
        section(
          'S',
          `<timeLimits maxTime="60"/>${say('Of S.')}${section('T', `${say('Of T.')}${ref('a')}${ref('b', pre(of('a')))}`)}${ref('c')}`,
        ) +
        section('U', `<timeLimits maxTime="90"/>${say('Of U.')}${ref('d', pre(of('a')))}${ref('e')}`) +
        section('V', `<timeLimits maxTime="30"/>${pre(of('a'))}${say('Of V.')}${refs('f')}`),
    )
    expect(found.exam.sections.map(({ text = '', sectionTime }) => [text.replaceAll(/<[^>]*>/g, ''), sectionTime])).toEqual([
      ['', undefined],
      ['Of S.Of T.', undefined],
      ['', undefined],
      ['', undefined],
      // Who isn't asked the first question reads them at the second.
      ['Of U.', undefined],
      ['Of U.', undefined],
      ['Of V.', 30],
    ])
    expect(found.lost).toEqual(['S time limit: structure', 'U time limit: structure'])
  })

  test('keeps what no gate cuts as it is: sections in sections, what they draw, questions between them', async () => {
    const found = await read(
      section('R', refs('z')) +
        section(
          'S',
          section('T', `<selection select="1"/>${refs('ab')}`, 'visible="false"') +
            refs('cd') +
            section('U', refs('e')) +
            ref('f', pre(of('z'))),
        ) +
        section('W', section('X', refs('g')) + refs('h')),
    )
    expect(found).toMatchObject({ parts: 'R(z) S(S(a b) S(c d) U(e)) S(f) W(X(g) W(h))', lost: [] })
    expect(found.exam.sections[1]?.sections?.[0]).toMatchObject({ select: 1, visible: false })
  })

  test('keeps what its rules ask for: its outcomes, categories and weights, and how answers are read that its items don’t mark', async () => {
    const found = await read(
      section(
        'S',
        ref('a', '<weight identifier="W" value="2"/>', 'category="x y"') +
          ref('b', '', 'category="x"') +
          ref('c') +
          ref('d', pre(scoreOf('SCORE', '1'))) +
          ref('e', pre(of('b'))) +
          ref('f', pre(scoreOf('c.SCORE', '1'))),
      ),
      {
        before: declared,
        behind:
          '<outcomeProcessing><setOutcomeValue identifier="SCORE"><sum><testVariables variableIdentifier="SCORE" includeCategory="x"/></sum></setOutcomeValue></outcomeProcessing>',
      },
      { 'b.xml': choiceItem('b', '') },
    )
    const { route } = found.exam
    expect(route).toMatchObject({
      version: '2.1',
      test: { children: [{ name: 'outcomedeclaration' }, { name: 'outcomeprocessing' }] },
    })
    expect(route?.items.slice(0, 3)).toMatchObject([
      { question: 'a', identifier: 'a', categories: ['x', 'y'], sections: ['P', 'S'], weights: { W: 2 } },
      {
        question: 'b',
        processing: { item: { children: [{ name: 'responsedeclaration' }] }, responses: { R: { from: 'options' } } },
      },
      // It counts for nothing in the result, and its marks are asked for anyway.
      { question: 'c', processing: { item: { children: [{}, { name: 'responseprocessing' }] } } },
    ])
    expect(route?.items.flatMap(({ processing, question }) => (processing ? [question] : []))).toEqual([
      'b',
      'c',
      'd',
      'e',
      'f',
    ])
    expect([found.set('a'), found.set('b'), found.set('')]).toEqual(['abcd', 'abcde', 'abc'])
  })

  test('counts as one in which some questions are missing: a result that names them one by one is told as a loss of marks', async () => {
    const named = `<outcomeProcessing><setOutcomeValue identifier="SCORE"><sum><variable identifier="a.SCORE"/><variable identifier="b.SCORE"/></sum></setOutcomeValue></outcomeProcessing>`
    const inside = section('S', ref('a') + ref('b', pre(of('a'))))
    const found = await read(inside, { before: declared, behind: named }, {})
    expect(found.lost).toEqual(['test.xml outcome processing: marks'])
    expect((await read(inside, { before: declared, behind: total }, {})).lost).toEqual([])
  })

  test('whose processing can’t be followed has its other rules', async () => {
    const behind =
      '<outcomeProcessing><setOutcomeValue identifier="SCORE"><customOperator class="x"/></setOutcomeValue></outcomeProcessing>'
    const found = await read(
      section('S', ref('a') + ref('b', pre(of('a'))) + ref('c', pre(scoreOf('SCORE', '1')))),
      { before: declared, behind },
      {},
    )
    expect(found.lost).toEqual(['c pre-condition: structure', 'test.xml outcome processing: marks'])
    expect([found.set('a'), found.set('')]).toEqual(['abc', 'ac'])
  })

  test('has no part that is called as the end of an exam is', async () => {
    const found = await read(section('end', refs('ab')) + section('T', ref('c', branch('e', of('c'))) + refs('de')))
    expect(found.exam.sections.map(({ id }) => id)).not.toContain('end')
    expect(found.set('c')).toBe('abce')
  })
})
