import { fieldsForFormRun, markingOf } from '@sitwell/question-types/marking'
import { expect, test } from 'vitest'
import { readPackage } from '../../read-package.ts'
import { makeZip } from '../../testing/make-package.ts'

const template = (name: string) =>
  `<responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/${name}"/>`
const match = template('match_correct')
const map = template('map_response')

const declare = (identifier: string, type: string, correct: readonly string[], mapping = '') => {
  const [cardinality, baseType] = type.split(' ')
  const values = correct.map((one) => `<value>${one}</value>`).join('')
  return `<responseDeclaration identifier="${identifier}" cardinality="${cardinality}" baseType="${baseType}">${values && `<correctResponse>${values}</correctResponse>`}${mapping}</responseDeclaration>`
}
const read = async (...inside: string[]) => {
  const item = `<assessmentItem identifier="Q" title="Q">${inside.join('')}</assessmentItem>`
  const manifest =
    '<manifest><resources><resource identifier="R" type="imsqti_item_xmlv2p1" href="i.xml"/></resources></manifest>'
  const reading = await readPackage({ path: await makeZip({ 'imsmanifest.xml': manifest, 'i.xml': item }) })
  if (!reading.ok) return { why: reading.problems[0]?.message }
  const question = reading.package.exam.sections[0]?.questions?.[0]
  if (!question) throw new Error('no question')
  return { question, lost: reading.package.leftOut.map(({ what }) => what) }
}
const scoreOf = ({ question }: Awaited<ReturnType<typeof read>>, answerText: string, options: [string, string][] = []) => {
  if (!question) throw new Error('no question')
  return markingOf(question).mark(question, {
    answerText,
    options: options.map(([optionID, optionText]) => ({ optionID, optionText })),
  }).score
}

test('choices that their author has shuffled are kept in another order than written, the same at each import, and shuffled for each learner', async () => {
  const ids = ['right', 'wrong1', 'wrong2', 'wrong3', 'last']
  const choices = ids
    .map((id) => `<simpleChoice identifier="${id}"${id === 'last' ? ' fixed="true"' : ''}>${id}</simpleChoice>`)
    .join('')
  const choose = (shuffle: boolean, most: number) =>
    `<itemBody><choiceInteraction responseIdentifier="RESPONSE" shuffle="${shuffle}" maxChoices="${most}">${choices}</choiceInteraction></itemBody>`
  for (const [type, most] of [
    ['single identifier', 1],
    ['multiple identifier', 2],
  ] as const) {
    const shownOf = async (shuffle: boolean) => {
      const { question, lost } = await read(declare('RESPONSE', type, ['right']), choose(shuffle, most), match)
      if (question?.type !== 'RADIO' && question?.type !== 'MULTICHOICE') throw new Error(question?.type)
      const chance = (seed: number) => {
        let state = seed
        return () => {
          state = (state * 16_807) % 2_147_483_647
          return state / 2_147_483_647
        }
      }
      const orders = [1, 2, 3, 4, 5].map((seed) => {
        const { options = question.options } = fieldsForFormRun(question, chance(seed * 999)) as { options?: { id: string }[] }
        return options.map(({ id }) => id)
      })
      return {
        ids: question.options.map(({ id }) => id),
        key: question.key,
        orders,
        isReported: lost?.includes('shuffled choices'),
      }
    }
    const written = await shownOf(false)
    const shuffled = await shownOf(true)
    expect([written.ids, written.isReported, new Set(written.orders.map(String)).size]).toEqual([ids, false, 1])
    expect(shuffled.ids).not.toEqual(ids)
    expect([shuffled.ids.toSorted(), shuffled.ids.at(-1), shuffled.isReported]).toEqual([ids.toSorted(), 'last', false])
    expect(new Set(shuffled.orders.map(String)).size).toBeGreaterThan(1)
    for (const order of shuffled.orders) expect([order.toSorted(), order.at(-1)]).toEqual([ids.toSorted(), 'last'])
    expect(shuffled.key).toEqual(written.key)
    expect(await shownOf(true)).toEqual(shuffled)
  }
})

test('fields and lists in a running text are blanks, in their places, with what is accepted in each', async () => {
  const list =
    '<inlineChoiceInteraction responseIdentifier="B"><inlineChoice identifier="n"/><inlineChoice identifier="x">upper</inlineChoice><inlineChoice identifier="y">lower</inlineChoice></inlineChoiceInteraction>'
  const made = await read(
    declare('A', 'single string', ['York']),
    declare('B', 'single identifier', ['y']),
    declare('C', 'single float', ['9.81']),
    `<itemBody><table><tr><td>The city [sic] is <textEntryInteraction responseIdentifier="A"/>.</td></tr></table><p>Write it in ${list} case; g is <textEntryInteraction responseIdentifier="C"/>.</p></itemBody>`,
    '<responseProcessing><responseCondition><responseIf><match><variable identifier="A"/><correct identifier="A"/></match><setOutcomeValue identifier="SCORE"><baseValue baseType="integer">1</baseValue></setOutcomeValue></responseIf></responseCondition><responseCondition><responseIf><equal toleranceMode="absolute" tolerance="0.02 0.02"><variable identifier="C"/><correct identifier="C"/></equal><setOutcomeValue identifier="SCORE"><baseValue baseType="integer">1</baseValue></setOutcomeValue></responseIf></responseCondition></responseProcessing>',
  )
  expect(made.question).toMatchObject({
    type: 'BLANKS',
    text: '<table><tr><td>The city &lbrack;sic&rbrack; is [V1].</td></tr></table><p>Write it in [V2] case; g is [V3].</p>',
    marks: 3,
    credit: { kind: 'each' },
    variableOptions: [
      {
        id: 'V2',
        options: [
          { id: 'x', text: 'upper' },
          { id: 'y', text: 'lower' },
        ],
      },
    ],
    key: {
      V1: { kind: 'texts', accepted: [{ value: 'York' }], ignoreCase: false },
      V2: { options: ['y'] },
      V3: { kind: 'numbers', accepted: [{ value: 9.81, tolerance: 0.02 }] },
    },
  })
  expect(made.lost).not.toContain('square brackets')
})

test('texts that are worth a share are a part of a written answer, numbers within per cent a blank', async () => {
  const mapping =
    '<mapping><mapEntry mapKey="York" mappedValue="2" caseSensitive="false"/><mapEntry mapKey="Yorck" mappedValue="1" caseSensitive="false"/></mapping>'
  const made = await read(
    declare('A', 'single string', ['York'], mapping),
    '<itemBody><p>Whose son? <textEntryInteraction responseIdentifier="A"/></p></itemBody>',
    map,
  )
  expect(made.question).toMatchObject({ type: 'MULTITEXT', text: '<p>Whose son? ______</p>', marks: 2 })
  expect(scoreOf(made, '', [['V1', 'york']])).toBe(2)
  expect(scoreOf(made, '', [['V1', 'YORCK']])).toBe(1)
  const near = await read(
    declare('A', 'single float', ['200']),
    '<itemBody><textEntryInteraction responseIdentifier="A"/> m</itemBody>',
    '<responseProcessing><responseCondition><responseIf><equal toleranceMode="relative" tolerance="5.0"><variable identifier="A"/><correct identifier="A"/></equal></responseIf></responseCondition></responseProcessing>',
  )
  expect(near.question).toMatchObject({ type: 'BLANKS', text: '[V1] m' })
  expect(scoreOf(near, '209')).toBe(1)
  expect(scoreOf(near, '211')).toBe(0)
})

test('a field without a correct answer waits for a person', async () => {
  const { question } = await read(
    declare('A', 'single string', []),
    '<itemBody><p>Your name? <textEntryInteraction responseIdentifier="A"/></p></itemBody>',
  )
  expect(question).toMatchObject({ type: 'MULTITEXT', parts: [{ id: 'V1' }] })
})

const cards = (name: string, ...ids: string[]) =>
  ids.map((id) => `<${name} identifier="${id}" matchMax="1">${id}</${name}>`).join('')
const set = (...ids: string[]) => `<simpleMatchSet>${cards('simpleAssociableChoice', ...ids)}</simpleMatchSet>`

test('a match is read from the side on which each belongs to one of the other, with the marks of its mapping', async () => {
  const mapping =
    '<mapping defaultValue="0"><mapEntry mapKey="C R" mappedValue="1"/><mapEntry mapKey="D M" mappedValue="0.5"/><mapEntry mapKey="L M" mappedValue="0.5"/></mapping>'
  const made = await read(
    declare('A', 'multiple directedPair', ['C R', 'D M', 'L M'], mapping),
    `<itemBody><matchInteraction responseIdentifier="A"><prompt>Which play?</prompt>${set('C', 'D', 'L')}${set('M', 'R')}</matchInteraction></itemBody>`,
    map,
  )
  expect(made.question).toMatchObject({ type: 'MATCH', marks: 2, key: { C: 'R', D: 'M', L: 'M' }, credit: { kind: 'each' } })
  expect([scoreOf(made, '', [['C', 'R']]), scoreOf(made, '', [['D', 'M']]), scoreOf(made, '', [['D', 'R']])]).toEqual([
    1, 0.5, 0,
  ])
  const turned = await read(
    declare('A', 'multiple directedPair', ['S p', 'S q']),
    `<itemBody><matchInteraction responseIdentifier="A">${set('S')}${set('p', 'q')}</matchInteraction></itemBody>`,
    match,
  )
  expect(turned.question).toMatchObject({ type: 'MATCH', marks: 1, key: { p: 'S', q: 'S' }, credit: { kind: 'all' } })
  const many = await read(
    declare('A', 'multiple directedPair', ['a p', 'a q', 'b q']),
    `<itemBody><matchInteraction responseIdentifier="A">${set('a', 'b')}${set('p', 'q')}</matchInteraction></itemBody>`,
    match,
  )
  expect(many.question).toMatchObject({ type: 'QGRID' })
})

test('an order is a match of places, free pairs are a match of their firsts with their seconds', async () => {
  const ordered = await read(
    declare('A', 'ordered identifier', ['b', 'a']),
    `<itemBody><orderInteraction responseIdentifier="A">${cards('simpleChoice', 'a', 'b')}</orderInteraction></itemBody>`,
    match,
  )
  expect(ordered.question).toMatchObject({ type: 'MATCH', key: { 'place-1': 'b', 'place-2': 'a' }, credit: { kind: 'all' } })
  const paired = await read(
    declare('A', 'multiple pair', ['a c', 'b d']),
    `<itemBody><associateInteraction responseIdentifier="A">${cards('simpleAssociableChoice', 'a', 'b', 'c', 'd', 'e')}</associateInteraction></itemBody>`,
    match,
  )
  expect(paired.question).toMatchObject({ type: 'MATCH', key: { a: 'c', b: 'd' } })
  expect(paired.question).toMatchObject({ selections: [{ id: 'c' }, { id: 'd' }, { id: 'e' }] })
})

test('texts that are put into gaps are blanks with cards to draw', async () => {
  const made = await read(
    declare('A', 'multiple directedPair', ['W G1', 'Su G2']),
    `<itemBody><gapMatchInteraction responseIdentifier="A"><prompt>Complete it.</prompt>${cards('gapText', 'W', 'Sp', 'Su')}<blockquote><p>Now is the <gap identifier="G1"/> made <gap identifier="G2"/>.</p></blockquote></gapMatchInteraction></itemBody>`,
    match,
  )
  expect(made.question).toMatchObject({
    type: 'BLANKS',
    dragAndDrop: true,
    text: 'Complete it.<blockquote><p>Now is the [V1] made [V2].</p></blockquote>',
    key: { V1: { options: ['W'] }, V2: { options: ['Su'] } },
  })
})

test('hot texts are passages of their text, sliders typed numbers, uploads prompts for evidence, formatted texts rich text', async () => {
  const hot = await read(
    declare('A', 'single identifier', ['2']),
    '<itemBody><hottextInteraction responseIdentifier="A" maxChoices="1"><p>Sponsors <hottext identifier="1">who bought</hottext> time <hottext identifier="2">includes</hottext> firms.</p></hottextInteraction></itemBody>',
    match,
  )
  expect(hot.question).toMatchObject({
    type: 'HOTTEXT',
    key: ['2'],
    maxOptions: 1,
    text: '<p>Sponsors [H1] time [H2] firms.</p>',
    options: [
      { id: '1', text: 'who bought' },
      { id: '2', text: 'includes' },
    ],
  })
  const slider = await read(
    declare('A', 'single integer', ['16']),
    '<itemBody><p>How many?</p><sliderInteraction responseIdentifier="A" lowerBound="0" upperBound="100"/></itemBody>',
    match,
  )
  expect(slider.lost).toContain('slider')
  expect(scoreOf(slider, '', [['part-1', '16']])).toBe(1)
  const upload = await read(declare('A', 'single file', []), '<itemBody><uploadInteraction responseIdentifier="A"/></itemBody>')
  expect(upload.question).toMatchObject({ type: 'EVIDENCE', marks: 1 })
  const rich = await read(
    declare('A', 'single string', []),
    '<itemBody><extendedTextInteraction responseIdentifier="A" format="xhtml"/></itemBody>',
  )
  expect(rich.question).toMatchObject({ type: 'MULTITEXT', parts: [{ usesRichText: true }] })
})
