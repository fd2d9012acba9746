import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readCourse } from '../../read-course.ts'
import { readPackage } from '../../read-package.ts'
import { makeZip, temporaryFolder } from '../../testing/make-package.ts'
import { declare, readItemOf, template } from '../../testing/qti-item.ts'

const mapping = (entries: readonly (readonly [string, number])[], more = '') =>
  `<mapping defaultValue="0">${entries.map(([key, worth]) => `<mapEntry mapKey="${key}" mappedValue="${worth}" ${more}/>`).join('')}</mapping>`
const most = (value: number) =>
  `<outcomeDeclaration identifier="MAXSCORE" cardinality="single" baseType="float"><defaultValue><value>${value}</value></defaultValue></outcomeDeclaration>`
const choices = (count: number) =>
  `<itemBody><choiceInteraction responseIdentifier="RESPONSE" maxChoices="${count}">${['A', 'B', 'C'].map((one) => `<simpleChoice identifier="${one}">${one}</simpleChoice>`).join('')}</choiceInteraction></itemBody>`
const field = '<itemBody><p>Which? <textEntryInteraction responseIdentifier="RESPONSE"/></p></itemBody>'
const lossOf = ({ leftOut }: Awaited<ReturnType<typeof readItemOf>>, what: string) =>
  leftOut.find((one) => one.what === what)?.loss

test('an item may name its document type: that of an item, a test and a manifest is passed over', async () => {
  const item = (type: string) =>
    `${type}<assessmentItem identifier="Q" title="Q">${declare('RESPONSE', 'single identifier', ['A'])}${choices(1)}${template('match_correct')}</assessmentItem>`
  const reading = await readPackage({
    path: await makeZip({
      'imsmanifest.xml':
        '<!DOCTYPE manifest><manifest><resources><resource identifier="T" type="imsqti_test_xmlv2p1" href="t.xml"/></resources></manifest>',
      't.xml':
        '<!DOCTYPE assessmentTest><assessmentTest identifier="T" title="T"><testPart identifier="P" navigationMode="nonlinear" submissionMode="simultaneous"><assessmentSection identifier="S" title="S" visible="true"><assessmentItemRef identifier="Q" href="i.xml"/></assessmentSection></testPart></assessmentTest>',
      'i.xml': item('<?xml version="1.0"?><!-- made by hand --><!DOCTYPE assessmentItem>'),
    }),
  })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  expect(reading.package.exam.sections[0]?.questions?.map(({ type }) => type)).toEqual(['RADIO'])
  expect(reading.package.leftOut).toEqual([])
})

test('a mapping that no rule uses is no key: marks that nobody could earn wait for a person, and the loss is told', async () => {
  for (const [body, type] of [
    [choices(2), 'multiple identifier'],
    [choices(1), 'single identifier'],
  ] as const) {
    const read = await readItemOf(
      declare(
        'RESPONSE',
        type,
        [],
        mapping([
          ['A', 2],
          ['B', 3],
        ]),
      ) +
        most(9) +
        body,
    )
    expect(read.question).toMatchObject({ marks: 9, processing: { kind: 'person' } })
    expect(lossOf(read, 'response processing')).toBe('marks')
  }
  // Where the answer is typed the mapping says what is accepted.
  const typed = await readItemOf(declare('RESPONSE', 'single string', [], mapping([['oak', 2]])) + most(9) + field)
  expect([typed.scoreOf('oak'), typed.scoreOf('elm')]).toEqual([9, 0])
  expect(lossOf(typed, 'response processing')).toBe('marks')
})

test('an answer that a mapping names twice is told with its words; only where both differ and count are marks lost', async () => {
  const map = template('map_response')
  const text = (entries: readonly (readonly [string, number])[], rules = map, more = 'caseSensitive="false"') =>
    readItemOf(declare('RESPONSE', 'single string', ['oak'], mapping(entries, more)) + field + rules)
  const twice = await text([
    ['oak', 2],
    ['elm', 1],
    ['Oak', 1],
  ])
  expect(twice.leftOut.find(({ what }) => what === 'mapping')).toMatchObject({
    loss: 'marks',
    why: expect.stringContaining('"Oak" (2 and 1)'),
  })
  expect(
    lossOf(
      await text([
        ['oak', 2],
        ['oak', 2],
      ]),
      'mapping',
    ),
  ).toBe('nothing')
  expect(
    lossOf(
      await text(
        [
          ['oak', 2],
          ['oak', 1],
        ],
        template('match_correct'),
      ),
      'mapping',
    ),
  ).toBe('nothing')
  // Capitals make them two answers.
  expect(
    lossOf(
      await text(
        [
          ['oak', 2],
          ['Oak', 1],
        ],
        map,
        'caseSensitive="true"',
      ),
      'mapping',
    ),
  ).toBeUndefined()
  const pairs = await readItemOf(
    `${declare(
      'RESPONSE',
      'multiple pair',
      ['A B'],
      mapping([
        ['A B', 1],
        ['B A', 2],
      ]),
    )}<itemBody><associateInteraction responseIdentifier="RESPONSE" maxAssociations="2">${['A', 'B', 'C'].map((one) => `<simpleAssociableChoice identifier="${one}" matchMax="1">${one}</simpleAssociableChoice>`).join('')}</associateInteraction></itemBody>${map}`,
  )
  expect(lossOf(pairs, 'mapping')).toBe('marks')
})

test('limits of pairs that a question can’t have are told where they would hinder anybody', async () => {
  const set = (matchMax: number, ...ids: string[]) =>
    `<simpleMatchSet>${ids.map((one) => `<simpleAssociableChoice identifier="${one}" matchMax="${matchMax}">${one}</simpleAssociableChoice>`).join('')}</simpleMatchSet>`
  const pairs = async (left: string, right: string, more = '') => {
    const read = await readItemOf(
      `${declare('RESPONSE', 'multiple directedPair', ['a p', 'b q'])}<itemBody><matchInteraction responseIdentifier="RESPONSE" ${more}>${left}${right}</matchInteraction></itemBody>${template('match_correct')}`,
    )
    expect(read.question.type).toBe('MATCH')
    return read.leftOut.map(({ what, loss }) => `${what}: ${loss}`)
  }
  expect(await pairs(set(1, 'a', 'b'), set(0, 'p', 'q'))).toEqual([])
  expect(await pairs(set(1, 'a', 'b'), set(2, 'p', 'q'), 'maxAssociations="2"')).toEqual([])
  expect(await pairs(set(1, 'a', 'b'), set(1, 'p', 'q'))).toEqual(['matchMax: content'])
  expect(await pairs(set(0, 'a', 'b'), set(0, 'p', 'q'))).toEqual(['several pairs: content'])
  expect(await pairs(set(1, 'a', 'b'), set(0, 'p', 'q'), 'maxAssociations="1"')).toEqual(['maxAssociations: content'])
  const gaps = async (matchMax: number, beside = '') =>
    (
      await readItemOf(
        `${declare('RESPONSE', 'multiple directedPair', ['x G', 'y H'])}${beside && declare('R2', 'single identifier', ['A'])}<itemBody><gapMatchInteraction responseIdentifier="RESPONSE">${['x', 'y'].map((one) => `<gapText identifier="${one}" matchMax="${matchMax}">${one}</gapText>`).join('')}<p><gap identifier="G"/> and <gap identifier="H"/></p></gapMatchInteraction>${beside}</itemBody>${template('match_correct')}`,
      )
    ).leftOut.flatMap(({ what }) => (what === 'matchMax' ? [what] : []))
  expect([await gaps(0), await gaps(2), await gaps(1)]).toEqual([[], [], ['matchMax']])
  const beside = choices(1)
    .replaceAll('RESPONSE', 'R2')
    .replace(/<\/?itemBody>/g, '')
  expect([await gaps(0, beside), await gaps(1, beside)]).toEqual([[], ['matchMax']])
})

// CONST-108
test('an XML file alone that can’t be read is refused under its own name, whatever it holds', async () => {
  const folder = await temporaryFolder()
  const refusedAs = async (name: string, content: string) => {
    const path = join(folder, name)
    await writeFile(path, content)
    const course = await readCourse(path)
    if (course.is === 'refused') return course.problems.map(({ place, message }) => `${place}: ${message}`).join()
    const reading = await readPackage({ path })
    return reading.ok ? 'read' : reading.problems.map(({ place, message }) => `${place}: ${message}`).join()
  }
  const entities = (root: string) => `<!DOCTYPE ${root} [<!ENTITY nbsp "&#160;">]><${root}>&nbsp;</${root}>`
  for (const root of ['assessmentItem', 'quiz', 'questestinterop', 'courseStructure'])
    expect(await refusedAs(`${root}.xml`, entities(root))).toMatch(new RegExp(`^${root}\\.xml: .*document type`))
  expect(await refusedAs('broken.xml', '<assessmentItem><itemBody></assessmentItem>')).toMatch(/^broken\.xml: .*well-formed/)
  expect(
    await refusedAs(
      'structure.xml',
      '<courseStructure xmlns="https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd"><course/></courseStructure>',
    ),
  ).toMatch(/^structure\.xml/)
  expect(await refusedAs('other.xml', '<other/>')).toMatch(/^package: This is no exam package/)
})

const found = join(import.meta.dirname, '../../../../../../../shared/data/found/nokey.zip')

describe.runIf(existsSync(found))('a package that people met, skipped where ../shared/data/found is absent', () => {
  test('an item with marks and no key waits for a person, and the report says so', async () => {
    const reading = await readPackage({ path: found })
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
    expect(reading.package.exam.sections[0]?.questions).toMatchObject([{ marks: 9, processing: { kind: 'person' } }])
    expect(reading.package.leftOut.map(({ loss }) => loss)).toContain('marks')
  })
})
