import type { Scalar, Value } from '@sitwell/qti/value'
import { answerTo, toPublicQuestion } from '@sitwell/question-types/marking'
import { describe, expect, test } from 'vitest'
import { onePixel } from '../../testing/make-package.ts'
import { declare, readItemOf, template } from '../../testing/qti-item.ts'

const score = '<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>'
const files = { 'map.png': onePixel, 'tag.png': onePixel }
const map = '<object type="image/png" data="map.png" width="200" height="100">A map</object>'

type Read = Awaited<ReturnType<typeof readItemOf>>
const fieldOf = ({ question }: Read) => {
  if (question.type !== 'QGRID') throw new Error(`a ${question.type}`)
  const field = question.rows.flatMap(({ cells }) => cells.flatMap(({ components }) => components)).at(-1)
  if (!field) throw new Error('no field')
  return field
}
/** The score of an answer that says this; undefined if a learner can't give it. */
const scoreFor = (
  { question, scoreOf }: Read,
  baseType: 'identifier' | 'pair' | 'directedPair' | 'point',
  ...values: Scalar[]
) => {
  if (question.processing?.kind !== 'qti') throw new Error('not marked by its processing')
  const { cardinality } =
    question.processing.item.children?.find(({ name }) => name === 'responsedeclaration')?.attributes ?? {}
  const [first] = values
  const value: Value =
    first === undefined
      ? null
      : cardinality === 'single'
        ? { cardinality, baseType, value: first }
        : { cardinality: cardinality === 'ordered' ? 'ordered' : 'multiple', baseType, values }
  const answer = answerTo(question, question.processing.responses, new Map([['RESPONSE', value]]))
  return answer && scoreOf(answer.answerText, [])
}
/** What a learner's browser is given. */
const shownOf = ({ question }: Read) => JSON.stringify(toPublicQuestion(question))

const spot = (name: string, id: string, at: number, more = '') =>
  `<${name} identifier="${id}" shape="circle" coords="${at},50,10" ${more}/>`

describe('a graphicOrderInteraction', () => {
  const read = (attributes = '', spots = 3) =>
    readItemOf(
      `${declare('RESPONSE', 'ordered identifier', ['KEY2', 'KEY3', 'KEY1'])}${score}<itemBody><p>Where first?</p><graphicOrderInteraction responseIdentifier="RESPONSE" ${attributes}>${map}${[
        1, 2, 3, 4,
      ]
        .slice(0, spots)
        .map((one) => spot('hotspotChoice', `KEY${one}`, one * 40, one === 2 ? 'hotspotLabel="Hull"' : ''))
        .join('')}</graphicOrderInteraction></itemBody>${template('match_correct')}`,
      { files },
    )

  test('is an order of areas, marked as its rules say, and nothing of what is right goes to a learner', async () => {
    const item = await read()
    expect(fieldOf(item)).toMatchObject({
      ...{ kind: 'areaOrder', src: 'map.png', alt: 'A map', least: 3, most: 3 },
      areas: [
        { name: 'A', x: 15, y: 40, width: 10, height: 20 },
        { name: 'Hull', x: 35 },
        { name: 'C', x: 55 },
      ],
    })
    expect(scoreFor(item, 'identifier', 'KEY2', 'KEY3', 'KEY1')).toBe(1)
    expect(scoreFor(item, 'identifier', 'KEY1', 'KEY2', 'KEY3')).toBe(0)
    expect(scoreFor(item, 'identifier', 'KEY2', 'KEY3')).toBe(0)
    expect(item.items).toMatchObject([{ question: { marking: 'by its processing', marks: 1 } }])
    expect(shownOf(item)).not.toContain('KEY')
    expect(item.leftOut).toMatchObject([{ what: 'labels', loss: 'nothing' }])
  })

  test('takes no more areas than it says, but as many as are right', async () => {
    expect(fieldOf(await read('minChoices="1" maxChoices="2"', 4))).toMatchObject({ least: 1, most: 3 })
    expect(fieldOf(await read('minChoices="2"', 4))).toMatchObject({ least: 2, most: 4 })
  })
})

describe('a graphicAssociateInteraction', () => {
  const mapping =
    '<mapping lowerBound="0" defaultValue="0"><mapEntry mapKey="KEY1 KEY2" mappedValue="1"/><mapEntry mapKey="KEY2 KEY3" mappedValue="1"/><mapEntry mapKey="KEY1 KEY3" mappedValue="-1"/></mapping>'
  const read = (attributes: string, matchMax: string) =>
    readItemOf(
      `${declare('RESPONSE', 'multiple pair', ['KEY2 KEY1', 'KEY2 KEY3'], mapping)}${score}<itemBody><graphicAssociateInteraction responseIdentifier="RESPONSE" ${attributes}><prompt>Join.</prompt>${map}${[1, 2, 3].map((one) => spot('associableHotspot', `KEY${one}`, one * 40, matchMax)).join('')}</graphicAssociateInteraction></itemBody>${template('map_response')}`,
      { files },
    )

  test('is pairs of areas, from either end, with the marks of its mapping', async () => {
    const item = await read('maxAssociations="0" minAssociations="1"', 'matchMax="2"')
    expect(fieldOf(item)).toMatchObject({
      kind: 'areaPairs',
      least: 1,
      most: 3,
      areas: [{ most: 2 }, { most: 2 }, { most: 2 }],
    })
    expect(scoreFor(item, 'pair', ['KEY1', 'KEY2'], ['KEY3', 'KEY2'])).toBe(2)
    expect(scoreFor(item, 'pair', ['KEY1', 'KEY2'])).toBe(1)
    expect(scoreFor(item, 'pair', ['KEY1', 'KEY2'], ['KEY2', 'KEY3'], ['KEY3', 'KEY1'])).toBe(1)
    expect(shownOf(item)).not.toContain('KEY')
    expect(item.question.marks).toBe(2)
  })

  test('takes no more pairs than it says, nor an area in more than it may stand in, but as many as are right', async () => {
    // If nothing is said, one pair may be made; two are right.
    const item = await read('', 'matchMax="1"')
    expect(fieldOf(item)).toMatchObject({ most: 2, areas: [{ most: 1 }, { most: 2 }, { most: 1 }] })
    expect(scoreFor(item, 'pair', ['KEY1', 'KEY2'], ['KEY1', 'KEY3'])).toBe(undefined)
  })
})

describe('a graphicGapMatchInteraction', () => {
  const mapping =
    '<mapping lowerBound="0" defaultValue="-1"><mapEntry mapKey="CARD1 KEY1" mappedValue="1"/><mapEntry mapKey="CARD2 KEY2" mappedValue="1"/></mapping>'
  const card =
    '<gapText identifier="CARD1" matchMax="1">Glasgow</gapText><gapImg identifier="CARD2" matchMax="0"><object type="image/png" data="tag.png" width="20" height="9"/></gapImg>'
  const read = (
    cards = card,
    spots = [1, 2].map((one) => spot('associableHotspot', `KEY${one}`, one * 40, 'matchMax="1"')).join(''),
  ) =>
    readItemOf(
      `${declare('RESPONSE', 'multiple directedPair', ['CARD1 KEY1', 'CARD2 KEY2'], mapping)}${score}<itemBody><graphicGapMatchInteraction responseIdentifier="RESPONSE"><prompt>Which?</prompt>${map}${cards}${spots}</graphicGapMatchInteraction></itemBody>${template('map_response')}`,
      { files },
    )

  test('is cards of words and pictures that are put to areas, with the marks of its mapping', async () => {
    const item = await read()
    expect(fieldOf(item)).toMatchObject({
      kind: 'areaCards',
      cards: [
        { name: 'Glasgow', most: 1 },
        { name: '2', src: 'tag.png', most: 2 },
      ],
      areas: [
        { name: 'A', most: 1 },
        { name: 'B', most: 1 },
      ],
    })
    expect(item.resources.map(({ path }) => path)).toEqual(['map.png', 'tag.png'])
    expect(scoreFor(item, 'directedPair', ['CARD1', 'KEY1'], ['CARD2', 'KEY2'])).toBe(2)
    expect(scoreFor(item, 'directedPair', ['CARD1', 'KEY1'], ['CARD2', 'KEY1'])).toBe(undefined)
    expect(scoreFor(item, 'directedPair', ['CARD2', 'KEY1'], ['CARD2', 'KEY2'])).toBe(0)
    expect(scoreFor(item, 'directedPair', ['CARD1', 'KEY1'], ['CARD1', 'KEY2'])).toBe(undefined)
    expect(shownOf(item)).not.toMatch(/KEY|CARD/)
  })

  test('in which a card is called as an area is left out: which of them an answer means could not be told', async () => {
    const twice = read('<gapText identifier="KEY1" matchMax="1">Glasgow</gapText>')
    await expect(twice).rejects.toThrow('Two of its choices have the same identifier.')
  })

  test('of which one card may be worth something instead of another takes no more cards than it says', async () => {
    const either =
      '<mapping><mapEntry mapKey="CARD1 KEY1" mappedValue="2"/><mapEntry mapKey="CARD2 KEY1" mappedValue="1"/></mapping>'
    const item = await readItemOf(
      `${declare('RESPONSE', 'multiple directedPair', [], either)}${score}<itemBody><graphicGapMatchInteraction responseIdentifier="RESPONSE">${map}${card}${spot('associableHotspot', 'KEY1', 40, 'matchMax="1"')}</graphicGapMatchInteraction></itemBody>${template('map_response')}`,
      { files },
    )
    expect(fieldOf(item)).toMatchObject({ areas: [{ most: 1 }] })
    expect(item.items).toMatchObject([{ question: { marking: 'by its processing', marks: 2 } }])
  })

  test('whose right answer can not be given is marked by a person', async () => {
    const item = await readItemOf(
      `${declare('RESPONSE', 'multiple directedPair', ['KEY1 CARD1'])}${score}<itemBody><graphicGapMatchInteraction responseIdentifier="RESPONSE">${map}<gapText identifier="CARD1" matchMax="1">X</gapText>${spot('associableHotspot', 'KEY1', 40, 'matchMax="1"')}</graphicGapMatchInteraction></itemBody>${template('match_correct')}`,
      { files },
    )
    expect(item.question).toMatchObject({ processing: { kind: 'person' } })
    expect(item.leftOut).toMatchObject([{ what: 'labels' }, { loss: 'marks' }])
  })
})

const areas = (...entries: string[]) =>
  `<areaMapping defaultValue="0">${entries.map((one) => `<areaMapEntry ${one} mappedValue="1"/>`).join('')}</areaMapping>`

describe('a selectPointInteraction', () => {
  const read = (mapped: string, more = 'maxChoices="1"', type = 'single point', correct = ['102 37']) =>
    readItemOf(
      `${declare('RESPONSE', type, correct, mapped)}${score}<itemBody><selectPointInteraction responseIdentifier="RESPONSE" ${more}><prompt>Where?</prompt>${map}</selectPointInteraction></itemBody>${template('map_response_point')}`,
      { files },
    )

  test('is a point in pixels of its picture, marked by the areas that never leave the server', async () => {
    const item = await read(areas('shape="circle" coords="102,37,16"'))
    expect(fieldOf(item)).toMatchObject({ kind: 'points', width: 200, height: 100, most: 1 })
    expect([
      scoreFor(item, 'point', [118, 37]),
      scoreFor(item, 'point', [119, 37]),
      scoreFor(item, 'point', [102, 53]),
      scoreFor(item, 'point', [0, 0]),
      scoreFor(item, 'point'),
    ]).toEqual([1, 0, 1, 0, 0])
    expect(shownOf(item)).not.toMatch(/102|37|circle/)
    expect(item.leftOut).toEqual([])
  })

  test('of several points counts each area once', async () => {
    const mapped = areas('shape="rect" coords="0,0,10,10"', 'shape="poly" coords="50,50,70,50,60,70"')
    const item = await read(mapped, 'maxChoices="0" minChoices="1"', 'multiple point', [])
    expect(fieldOf(item)).toMatchObject({ least: 1, most: 50 })
    expect(item.question.marks).toBe(2)
    expect(scoreFor(item, 'point', [5, 5], [10, 10])).toBe(1)
    expect(scoreFor(item, 'point', [5, 5], [60, 55])).toBe(2)
  })

  test('takes one point of two that are worth something instead of each other, as its response does', async () => {
    const mapped = areas('shape="rect" coords="0,0,10,10"', 'shape="rect" coords="50,50,70,70"')
    const single = await read(mapped, 'maxChoices="0"', 'single point', [])
    expect([fieldOf(single), single.question.marks]).toMatchObject([{ most: 1 }, 1])
    const multiple = await read(mapped, 'maxChoices="1"', 'multiple point', [])
    expect([fieldOf(multiple), multiple.question.marks]).toMatchObject([{ most: 1 }, 1])
    expect(multiple.items).toMatchObject([{ question: { marking: 'by its processing' } }])
    expect(scoreFor(multiple, 'point', [5, 5])).toBe(1)
    expect(scoreFor(multiple, 'point', [5, 5], [60, 60])).toBe(undefined)
  })

  test('whose areas are written in per cent is left out, since marks would be wrong', async () => {
    await expect(read(areas('shape="circle" coords="50%,50%,5"'))).rejects.toThrow('Its areas are written in per cent.')
  })
})

test('a positionObjectInteraction is points on the picture of its stage, with its own picture at each', async () => {
  const item = await readItemOf(
    `${declare('RESPONSE', 'multiple point', ['20 30', '60 70'], areas('shape="circle" coords="20,30,5"', 'shape="circle" coords="60,70,5"'))}${score}<itemBody><p>Put them there.</p><positionObjectStage>${map}<positionObjectInteraction responseIdentifier="RESPONSE" maxChoices="2"><object type="image/png" data="tag.png" width="16" height="12"/></positionObjectInteraction></positionObjectStage></itemBody>${template('map_response_point')}`,
    { files },
  )
  expect(fieldOf(item)).toMatchObject({
    ...{ kind: 'points', src: 'map.png', width: 200, height: 100, most: 2 },
    marker: { src: 'tag.png', width: 16, height: 12 },
  })
  // The stage is in the form, and not in the text as well.
  expect(item.question.text).toBe('<p>Put them there.</p>')
  expect(scoreFor(item, 'point', [60, 70], [20, 30])).toBe(2)
  expect(item.leftOut).toEqual([])
})

test('an item of QTI 3.0 is read alike, beside other questions too', async () => {
  const { question } = await readItemOf(
    `<qti-response-declaration identifier="A" cardinality="single" base-type="identifier"><qti-correct-response><qti-value>x</qti-value></qti-correct-response></qti-response-declaration><qti-response-declaration identifier="RESPONSE" cardinality="ordered" base-type="identifier"><qti-correct-response><qti-value>B</qti-value><qti-value>A</qti-value></qti-correct-response></qti-response-declaration><qti-outcome-declaration identifier="SCORE" cardinality="single" base-type="float"/><qti-item-body><qti-choice-interaction response-identifier="A" max-choices="1"><qti-simple-choice identifier="x">x</qti-simple-choice><qti-simple-choice identifier="y">y</qti-simple-choice></qti-choice-interaction><qti-graphic-order-interaction response-identifier="RESPONSE" min-choices="2"><img src="map.png" alt="A map" width="200" height="100"/><qti-hotspot-choice identifier="A" shape="rect" coords="0,0,20,20"/><qti-hotspot-choice identifier="B" shape="default" coords=""/></qti-graphic-order-interaction></qti-item-body><qti-response-processing template="https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/match_correct"/>`,
    { files },
  )
  expect(question).toMatchObject({ type: 'QGRID', text: '(1)(2)' })
  expect(JSON.stringify(question)).toContain('"kind":"areaOrder"')
  expect(JSON.stringify(question)).toContain('"x":0,"y":0,"width":100,"height":100')
})
