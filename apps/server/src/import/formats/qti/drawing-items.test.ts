import { describe, expect, test } from 'vitest'
import { onePixel } from '../../testing/make-package.ts'
import { declare, readItemOf } from '../../testing/qti-item.ts'

const files = { 'map.png': onePixel }
const map = '<object type="image/png" data="map.png" width="1520" height="1120.4">A map</object>'
const response = declare('RESPONSE', 'single file', [])
const score = '<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float" normalMaximum="4"/>'
const drawn = (prompt: string, picture = map) =>
  `<drawingInteraction responseIdentifier="RESPONSE">${prompt}${picture}</drawingInteraction>`

const componentsOf = ({ question }: Awaited<ReturnType<typeof readItemOf>>) => {
  if (question.type !== 'QGRID') throw new Error(`a ${question.type}`)
  return question.rows.flatMap(({ cells }) => cells.flatMap(({ components }) => components))
}

describe('a drawingInteraction', () => {
  test('is a drawing on its picture, named by its prompt, and a person marks it', async () => {
    const item = await readItemOf(
      `${response}${score}<itemBody><p>Look.</p>${drawn('<prompt>Draw the way.</prompt>')}</itemBody>`,
      {
        files,
      },
    )
    expect(componentsOf(item)).toEqual([
      expect.objectContaining({ kind: 'drawing', label: 'Draw the way.', hidesLabel: false, src: 'map.png', alt: 'A map' }),
    ])
    expect(componentsOf(item)[0]).toMatchObject({ width: 1520, height: 1120 })
    expect(item.question).toMatchObject({ text: '<p>Look.</p>', marks: 4 })
    expect(item.items[0]).toMatchObject({ question: { marking: 'by a person' } })
    expect(item.leftOut).toEqual([])
    const sketch = JSON.stringify({ w: 1520, h: 1120, marks: [['s', 'k', 1, 1, 1]], said: '' })
    expect(item.mark(`\u001cf1\u001f${sketch}\u001c\u001c`)).toEqual({ score: 0, maxScore: 4, needsPerson: true })
    expect(item.mark('')).toMatchObject({ needsPerson: false })
  })

  test('has its prompt above it where that holds more than words', async () => {
    const item = await readItemOf(`${response}${score}<itemBody>${drawn('<prompt>Draw the <b>way</b>.</prompt>')}</itemBody>`, {
      files,
    })
    expect(componentsOf(item)).toMatchObject([
      { kind: 'text', html: 'Draw the <b>way</b>.' },
      { kind: 'drawing', label: 'Draw the way.', hidesLabel: true },
    ])
  })

  test('is read in QTI 3.0 too, with an img', async () => {
    const item = await readItemOf(
      `<qti-response-declaration identifier="RESPONSE" cardinality="single" base-type="file"/><qti-item-body><qti-drawing-interaction response-identifier="RESPONSE"><qti-prompt>Draw.</qti-prompt><img src="map.png" alt="A bay" width="300" height="200"/></qti-drawing-interaction></qti-item-body>`,
      { files, edition: 'v3p0' },
    )
    expect(componentsOf(item)).toMatchObject([{ kind: 'drawing', label: 'Draw.', alt: 'A bay', width: 300, height: 200 }])
  })

  test('beside what rules mark is marked by a person with the rest, and that is told as a loss of marks', async () => {
    const choice = `<choiceInteraction responseIdentifier="ONE" maxChoices="1"><simpleChoice identifier="A">a</simpleChoice><simpleChoice identifier="B">b</simpleChoice></choiceInteraction>`
    const item = await readItemOf(
      `${declare('ONE', 'single identifier', ['A'])}${response}${score}<itemBody>${choice}${drawn('')}</itemBody><responseProcessing><responseCondition><responseIf><match><variable identifier="ONE"/><correct identifier="ONE"/></match><setOutcomeValue identifier="SCORE"><baseValue baseType="float">4</baseValue></setOutcomeValue></responseIf></responseCondition></responseProcessing>`,
      { files },
    )
    expect(item.question.processing).toEqual({ kind: 'person' })
    expect(item.leftOut).toContainEqual(
      expect.objectContaining({ loss: 'marks', why: 'No rules here look at what is drawn. A person marks it.' }),
    )
  })

  test.each([
    ['no picture', ''],
    ['a picture of no size', '<object type="image/png" data="map.png">A map</object>'],
    ['a picture that is missing', map.replace('map.png', 'gone.png')],
    ['a picture of another kind', map.replace('map.png', 'map.svg')],
  ])('with %s leaves out its item', async (_, picture) => {
    const reading = readItemOf(`${response}<itemBody>${drawn('', picture)}</itemBody>`, {
      files: { ...files, 'map.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' },
    })
    await expect(reading).rejects.toThrow('None of its questions can be read')
  })
})
