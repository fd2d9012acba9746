import { existsSync, globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { markingOf } from '@sitwell/question-types/marking'
import { describe, expect, test } from 'vitest'
import { drawExam } from '../../../assessment/form-run/draw-exam.ts'
import type { AuthoredSection } from '../../authored-exam.ts'
import { readPackage } from '../../read-package.ts'
import { makeZip } from '../../testing/make-package.ts'
import { questionsSet } from '../../testing/walk-route.ts'

/** Packages that nobody here wrote. They are not part of the project; without them these tests have nothing to show. */
const data = join(import.meta.dirname, '../../../../../../../shared/data')
const at = (path: string) => join(data, path)

const questionsOf = (sections: readonly AuthoredSection[]): NonNullable<AuthoredSection['questions']> =>
  sections.flatMap((one) => [...(one.questions ?? []), ...questionsOf(one.sections ?? [])])

const read = async (path: string) => {
  const reading = await readPackage({ path: at(path) })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  return { ...reading.package, questions: questionsOf(reading.package.exam.sections) }
}

/** A test that branches, with items of one choice among these options. */
const readBranching = async (file: string, options: readonly string[]) => {
  const xml = await readFile(at(`qti/${file}`), 'utf8')
  const choices = options.map((one) => `<simpleChoice identifier="${one}">${one}</simpleChoice>`).join('')
  const made = (name: string) =>
    `<assessmentItem identifier="${name}" title="T"><responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier"><correctResponse><value>${options[0]}</value></correctResponse></responseDeclaration><itemBody><choiceInteraction responseIdentifier="RESPONSE" maxChoices="1">${choices}</choiceInteraction></itemBody><responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"/></assessmentItem>`
  const items = [...xml.matchAll(/href="(\w+)\.xml"/g)].flatMap(([, name]) => name ?? [])
  const reading = await readPackage({
    path: await makeZip({
      'imsmanifest.xml':
        '<manifest><resources><resource identifier="T" type="imsqti_test_xmlv2p1" href="t.xml"/></resources></manifest>',
      't.xml': xml,
      ...Object.fromEntries(items.map((name) => [`${name}.xml`, made(name)])),
    }),
  })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  return reading.package
}

describe.runIf(existsSync(data))('packages of others, skipped where ../shared/data is absent', () => {
  test('a certification paper has its 35 questions in 10 sections, its hour, and the key that is kept apart from it', async () => {
    const { exam, questions, leftOut } = await read('exams/technician.qti21.zip')
    const { key } = JSON.parse(await readFile(at('exams/technician.key.json'), 'utf8')) as { key: Record<string, string> }
    expect([exam.sections.length, questions.length, exam.settings.examTime, leftOut]).toEqual([10, 35, 3600, []])
    const chosen = (optionID: string) => ({ answerText: '', options: [{ optionID, optionText: '' }] })
    for (const question of questions) {
      for (const option of ['A', 'B', 'C', 'D'])
        expect(markingOf(question).mark(question, chosen(option)).score, `${question.id} ${option}`).toBe(
          option === key[question.id] ? 1 : 0,
        )
    }
  })

  test('a pool of 409 questions brings its three figures', async () => {
    const { questions, resources, leftOut } = await read('exams/technician-pool.qti21.zip')
    expect([questions.length, leftOut]).toEqual([409, []])
    expect(resources.map((one) => basename(one.path))).toEqual(['t-1.png', 't-2.png', 't-3.png'])
    expect(questions.filter((one) => one.text.includes('<img src="images/t-')).length).toBeGreaterThan(10)
  })

  test.each(['', '/englishBasicLevelV2.zip'])(
    'of 52 items of many kinds those that can be sat are read, all others are listed (%s)',
    async (inside) => {
      const folder = 'qti/1edtech-3.0/packaging/englishBasicLevelV2'
      const zip = globSync(at(`${folder}/*.zip`))[0] ?? ''
      const { questions, leftOut } = await read(inside ? `${folder}/${basename(zip)}` : folder)
      expect(questions.length + leftOut.filter((one) => one.what.startsWith('item ')).length).toBe(52)
      expect(questions.length).toBeGreaterThan(20)
    },
  )

  test.each([
    ['BadManifest', 'imsmanifest.xml: This is not well-formed XML'],
    ['BadMix', 'question1.xml: The manifest says that this is an assessmenttest'],
    ['ExternalHref', 'leads out of the package'],
    ['MissingFile', 'The file "missing.xml" is missing'],
    ['NotContentPackage', 'This is no exam package'],
    ['WebDeveloperTest1-incomplete', 'This is not a whole zip archive'],
    ['ZipSlip', 'leads out of the package'],
  ])('the broken package %s is refused with a word', async (name, message) => {
    const reading = await readPackage({ path: at(`qti/broken-packages/${name}.zip`) })
    expect(reading.ok ? '' : reading.problems.map((one) => `${one.place}: ${one.message}`).join()).toContain(message)
  })

  test.each([
    ['Aardvark-cannon', 1],
    ['WebDeveloperTest1', 9],
  ])(
    '%s, kept beside the broken ones for comparison, is whole: all of its %i questions are read or listed',
    async (name, items) => {
      const { questions, leftOut } = await read(`qti/broken-packages/${name}.zip`)
      expect(questions.length + leftOut.filter((one) => one.what.startsWith('item')).length).toBe(items)
    },
  )

  test.each([
    ['golden_required_items_and_sections', 2, 4],
    ['randomizing_the_order_of_items_and_sections', 3, 6],
  ])('the standard’s own example %s draws as it says, with items made up for it', async (name, first, second) => {
    const xml = await readFile(at(`qti/oat-2.1/ims/tests/${name}/${name}.xml`), 'utf8')
    const items = [...xml.matchAll(/href="(\w+\.xml)"/g)].flatMap(([, file]) => file ?? [])
    const made = (file: string) =>
      `<assessmentItem identifier="${file}" title="T"><itemBody><p>${file}</p></itemBody></assessmentItem>`
    const path = await makeZip({
      'imsmanifest.xml':
        '<manifest><resources><resource identifier="T" type="imsqti_test_xmlv2p1" href="t.xml"/></resources></manifest>',
      't.xml': xml,
      ...Object.fromEntries(items.map((file) => [file, made(file)])),
    })
    const reading = await readPackage({ path })
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
    const { exam, leftOut } = reading.package
    expect(leftOut.filter(({ loss }) => loss === 'structure')).toEqual([])
    const orders = Array.from({ length: 40 }, (_, seed) =>
      drawExam(exam, `seed ${seed}`).sections.map((one) => questionsOf([one]).map(({ id }) => id)),
    )
    for (const [one, other] of orders) expect([one?.length, other?.length]).toEqual([first, second])
    for (const [one] of orders) expect(one?.[0]).toBe('item034.xml')
    expect(new Set(orders.map(String)).size).toBeGreaterThan(20)
  })

  test.each([
    [
      'oat-2.1/ims/tests/branching_based_on_the_response_to_an_assessmentitem/branching_based_on_the_response_to_an_assessmentitem.xml',
    ],
    ['1edtech-3.0/tests/rtest13.xml'],
  ])('the standard’s own example of branching (%s) sets what its comments say, with items made up for it', async (file) => {
    const { exam, leftOut } = await readBranching(file, ['Y', 'N', 'X'])
    expect(leftOut.filter(({ loss }) => loss === 'structure')).toEqual([])
    const set = (first: number, second: number) => questionsSet(exam, { item034: first, item347: second }).join(' ')
    expect(set(0, 0)).toBe('item034 item160 item347 item653 item656')
    expect(set(1, 0)).toBe('item034 item063 item347 item653 item656')
    expect(set(2, 1)).toBe('item034 item347 item656')
    expect(set(0, 2)).toBe('item034 item160 item347')
    expect(exam.sections.map(({ name, text = '' }) => `${name} ${text}`)).toEqual([
      'Section A <p>Instructions for Section A</p>',
      'Section A ',
      'Section A ',
      'Section B <p>Instructions for Section B</p>',
      'Section B ',
      'Section B ',
    ])
  })

  test.each([
    'oat-2.1/ims/tests/controlling_the_duration_of_an_item_attempt/controlling_the_duration_of_an_item_attempt.xml',
    '1edtech-3.0/tests/rtest09.xml',
  ])(
    'the standard’s example of the time of a single item is three parts, with all of its times but the least one (%s)',
    async (file) => {
      const { exam, leftOut } = await readBranching(file, ['A', 'B'])
      expect(exam.settings).toMatchObject({ examTime: 3600, oneWay: true })
      expect(exam.sections.map(({ sectionTime, questions = [] }) => [sectionTime, questions.map(({ id }) => id)])).toEqual([
        [600, ['item034']],
        [undefined, ['item160', 'item063']],
        [7200, ['item434', 'item065', 'item365']],
      ])
      expect(leftOut.filter(({ loss }) => loss === 'structure').map(({ what }) => what)).toEqual(['least time'])
    },
  )

  test('the standard’s complete example sets its section for those alone who chose it', async () => {
    const { exam, leftOut } = await readBranching('1edtech-3.0/tests/complete.xml', ['A', 'B'])
    expect(leftOut.filter(({ loss }) => loss === 'structure')).toEqual([])
    expect(exam.sections.map(({ name }) => name)).toEqual(['Main Section', 'Section A'])
    expect([questionsSet(exam, { switch: 0 }), questionsSet(exam, { switch: 1 })]).toEqual([['switch', 'a1'], ['switch']])
  })

  test('no package or item of the collection makes the reader fail: each is read, or refused with a word', async () => {
    const paths = [...globSync(`${data}/qti/**/*.zip`), ...globSync(`${data}/qti/*/packaging/*/`), at('qti/oat-2.1/invalid')]
    expect(paths.length).toBeGreaterThan(30)
    for (const path of paths) {
      const reading = await readPackage({ path })
      if (!reading.ok) expect(reading.problems[0]?.message, path).toMatch(/\w+/)
    }
  })
})
