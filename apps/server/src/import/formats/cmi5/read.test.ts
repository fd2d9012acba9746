import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { auOf, blockOf, cmi5Zip, publisher, structureOf } from '../../../testing/test-cmi5.ts'
import { courseZip } from '../../../testing/test-course.ts'
import { readCourse } from '../../read-course.ts'
import { makeZip } from '../../testing/make-package.ts'

const problem = async (path: string) => {
  const reading = await readCourse(path)
  return reading.is === 'refused' ? reading.problems[0]?.message : undefined
}

const xmlFile = async (text: string, name = 'course.xml') => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-cmi5-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

test('a course structure is read with its blocks, units and objectives, without the blanks around its values', async () => {
  const objective = `<objectives><objective id="${publisher}/objective"><title><langstring lang="en">Tie</langstring></title></objective></objectives>`
  const inside = `<objectives><objective idref="${publisher}/objective"/></objectives><launchParameters>
    a=1, b </launchParameters><entitlementKey> key </entitlementKey>`
  const structure = structureOf(
    auOf(
      'one',
      'moveOn="CompletedAndPassed" masteryScore="0.85" launchMethod="OwnWindow" activityType="https://x.example/t"',
      inside,
    ) +
      blockOf('outer', auOf('two'), blockOf('inner', auOf('three', 'moveOn="Passed"', '', 'https://elsewhere.example/au?x=1'))),
    objective,
  )
  const reading = await readCourse(await cmi5Zip(structure))
  expect(reading).toMatchObject({
    is: 'course',
    leftOut: [],
    course: {
      identifier: `${publisher}/course`,
      name: 'Knots',
      description: 'About Knots',
      standard: 'cmi5',
      scos: [
        { identifier: `${publisher}/au/one`, title: 'one', path: 'one.html', parameters: '?name=one' },
        { title: 'two', path: 'two.html' },
        { title: 'three', path: '' },
      ],
      structure: {
        course: { title: { 'en-GB': 'Knots', ar: 'ع' } },
        objectives: [{ id: `${publisher}/objective` }],
        aus: [
          {
            moveOn: 'CompletedAndPassed',
            masteryScore: 0.85,
            launchMethod: 'OwnWindow',
            activityType: 'https://x.example/t',
            launchParameters: 'a=1, b',
            entitlementKey: 'key',
            objectives: [`${publisher}/objective`],
          },
          { moveOn: 'NotApplicable', launchMethod: 'AnyWindow' },
          { elsewhere: 'https://elsewhere.example/au?x=1', moveOn: 'Passed' },
        ],
        root: {
          id: `${publisher}/course`,
          children: [
            { au: 0 },
            {
              id: `${publisher}/block/outer`,
              children: [{ au: 1 }, { id: `${publisher}/block/inner`, children: [{ au: 2 }] }],
            },
          ],
        },
      },
    },
  })
})

test('a course of more than a thousand units comes in', async () => {
  const many = Array.from({ length: 1200 }, (_, at) => auOf(`u${at}`, '', '', 'page.html')).join('')
  const reading = await readCourse(await cmi5Zip(structureOf(many), { 'page.html': 'x' }))
  expect(reading.is === 'course' && reading.course.scos).toHaveLength(1200)
})

test('a structure without a package is taken where its units stand elsewhere', async () => {
  const far = auOf('far', '', '', 'https://elsewhere.example/')
  expect(await readCourse(await xmlFile(structureOf(far)))).toMatchObject({ is: 'course', course: { standard: 'cmi5' } })
  expect(await problem(await xmlFile(structureOf(auOf('near'))))).toMatch('relative')
  expect(await readCourse(await xmlFile('<other/>'))).toEqual({ is: 'something else' })
})

test('a package that is of SCORM too is taken as that, and one in a folder of its archive is found', async () => {
  const inFolder = await makeZip({ 'course/cmi5.xml': structureOf(auOf('one')), 'course/one.html': 'x' })
  expect(await readCourse(inFolder)).toMatchObject({ is: 'course', course: { standard: 'cmi5' } })
  const both = await courseZip({ A: '' }, { files: { 'cmi5.xml': structureOf(auOf('one')) } })
  expect(await readCourse(both)).toMatchObject({ is: 'course', course: { standard: '1.2' } })
})

test.each<[string, string, RegExp]>([
  ['a course that no IRI names', structureOf(auOf('one'), '', 'publisher.example/course'), /no IRI/],
  ['no unit', structureOf(''), /no assignable unit/],
  ['two units of one id', structureOf(auOf('one') + auOf('one')), /Two of the course/],
  ['two blocks of one id', structureOf(blockOf('b', auOf('one')) + blockOf('b', auOf('two'))), /Two of the course/],
  ['an empty block', structureOf(auOf('one') + blockOf('b')), /nothing in this block/],
  ['a page that lacks', structureOf(auOf('one', '', '', 'gone/away.html')), /not in the package/],
  ['a page out of the archive', structureOf(auOf('one', '', '', '../one.html')), /leads out/],
  ['a page at the root of the server', structureOf(auOf('one', '', '', '/one.html')), /leads out/],
  ['a parameter of the launch', structureOf(auOf('one', '', '', 'one.html?fetch=x')), /the launch's own/],
  ['a script in place of a page', structureOf(auOf('one', '', '', 'javascript:alert(1)')), /no page/],
  ['a program of its own', structureOf(auOf('one', '', '', 'game://start')), /no page/],
  ['a rule of moving on that there is none of', structureOf(auOf('one', 'moveOn="Never"')), /moveOn/],
  ['a mastery score above one', structureOf(auOf('one', 'masteryScore="85"')), /masteryScore/],
  ['a way to launch that there is none of', structureOf(auOf('one', 'launchMethod="Popup"')), /launchMethod/],
  [
    'a document type',
    structureOf(auOf('one')).replace('<courseStructure', '<!DOCTYPE x [<!ENTITY a "b">]><courseStructure'),
    /document type/,
  ],
  ['another document', '<manifest/>', /no course structure/],
])('%s is told', async (_, structure, words) => {
  expect(await problem(await cmi5Zip(structure, { 'one.html': 'x' }))).toMatch(words)
})

test('what is no archive, and no course structure, is told as such', async () => {
  expect(await problem(await xmlFile('# not a package', 'package.md'))).toBeTruthy()
})

const samples = join(import.meta.dirname, '../../../../../../../shared/data/cmi5/lts')

test.skipIf(!existsSync(samples))(
  `the packages of a conformance suite come in, and its broken ones don't (${samples})`,
  async () => {
    const folders = (await readdir(samples, { withFileTypes: true })).filter((one) =>
      existsSync(join(samples, one.name, 'cmi5.xml')),
    )
    expect(folders.length).toBeGreaterThan(0)
    for (const { name } of folders) {
      const zip = await makeZip({ 'cmi5.xml': await readFile(join(samples, name, 'cmi5.xml')), 'index.html': 'x' })
      expect(await readCourse(zip), name).toMatchObject({ is: 'course', course: { standard: 'cmi5' } })
    }
    expect(await problem(join(samples, '201-1-iris-course-id.xml'))).toMatch('no IRI')
    expect(await problem(join(samples, '205-1-duplicated-block.xml'))).toMatch('Two of the course')
    expect(await problem(join(samples, '209-1-not-a-zip.zip'))).toBeTruthy()
    expect(await problem(join(samples, '208-1-invalid-package.md'))).toBeTruthy()
  },
)
