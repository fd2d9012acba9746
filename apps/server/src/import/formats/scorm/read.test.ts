import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { courseZip, manifestOf } from '../../../testing/test-course.ts'
import { courseLimits } from '../../files/package-source.ts'
import { readCourse } from '../../read-course.ts'
import { makeZip } from '../../testing/make-package.ts'
import { durationMs } from './durations.ts'

const read = async (path: string) => {
  const reading = await readCourse(path)
  if (reading.is !== 'course') throw new Error(JSON.stringify(reading))
  return reading
}
const problem = async (path: string, limits = courseLimits) => {
  const reading = await readCourse(path, limits)
  return reading.is === 'refused' ? reading.problems[0] : undefined
}
const page = { 'A.html': 'x' }

test('what SCORM 1.2 says of its items is read: prerequisites, mastery, launch data, times and parameters', async () => {
  const inside = `<adlcp:prerequisites type="aicc_script">A &amp; ~C</adlcp:prerequisites><adlcp:maxtimeallowed>0001:30:00.5</adlcp:maxtimeallowed>
    <adlcp:timelimitaction>exit,no message</adlcp:timelimitaction><adlcp:datafromlms>a=1&amp;b</adlcp:datafromlms><adlcp:masteryscore>80</adlcp:masteryscore>`
  const { course, leftOut } = await read(await courseZip({ A: '', B: inside }))
  expect(leftOut).toEqual([])
  expect(course).toMatchObject({ name: 'Knots', standard: '1.2', identifier: 'course' })
  expect(course.scos[1]).toEqual({
    ...{ identifier: 'B', title: 'Sco B', kind: 'sco', path: 'B.html', parameters: '' },
    ...{ prerequisites: 'A & ~C', maxTimeAllowedMs: 5_400_500, timeLimitAction: 'exit,no message' },
    ...{ launchData: 'a=1&b', masteryScore: 80 },
  })
})

test('a tree with xml:base, sub-folders, parameters and assets is read in its order; the default organization is the course', async () => {
  const manifest = `<manifest identifier="m" xml:base="all/" xmlns:adlcp="adlcp_rootv1p2"><organizations default="second">
    <organization identifier="first"><title>Other</title><item identifier="x" identifierref="a"/></organization>
    <organization identifier="second"><title>Chosen</title>
      <item identifier="block"><title>Block</title>
        <item identifier="one" identifierref="a" parameters="?lang=en"><title>One</title></item>
        <item identifier="two" identifierref="b" parameters="#top"><title>Two</title></item></item>
      <item identifier="nothing"><title>Nothing</title></item>
      <item identifier="far" identifierref="c"><title>Far</title></item>
    </organization></organizations>
    <resources xml:base="content/">
      <resource identifier="a" adlcp:scormtype="sco" xml:base="deep/" href="My%20page.html?x=1"><file href="My%20page.html"/><file href="gone.png"/></resource>
      <resource identifier="b" adlcp:scormtype="asset" href="PLAIN.html"/>
      <resource identifier="c" adlcp:scormtype="sco" href="https://elsewhere.example/x.html" xml:base=""/>
    </resources></manifest>`
  const files = { 'all/content/deep/My page.html': 'x', 'all/content/plain.html': 'x' }
  const reading = await readCourse(await makeZip({ 'imsmanifest.xml': manifest.replace(' xml:base=""', ''), ...files }))
  expect(reading).toMatchObject({
    is: 'course',
    course: {
      name: 'Chosen',
      scos: [
        { identifier: 'one', kind: 'sco', path: 'all/content/deep/My page.html', parameters: '?x=1&lang=en' },
        { identifier: 'two', kind: 'asset', path: 'all/content/plain.html', parameters: '#top' },
      ],
    },
  })
  expect(reading.is === 'course' && reading.leftOut.map(({ what }) => what)).toEqual([
    'the file "gone.png"',
    '"Other"',
    '"Nothing"',
    '"Far"',
  ])
})

test('the sequencing of SCORM 2004 is read into the form of the run time, what items share by name with it', async () => {
  const inside = `<imsss:sequencing IDRef="shared"><imsss:controlMode choice="false"/><imsss:sequencingRules><imsss:preConditionRule>
    <imsss:ruleConditions conditionCombination="any"><imsss:ruleCondition condition="objectiveMeasureLessThan" measureThreshold="0.5" operator="not" referencedObjective="obj"/></imsss:ruleConditions>
    <imsss:ruleAction action="skip"/></imsss:preConditionRule></imsss:sequencingRules><imsss:limitConditions attemptLimit="2" attemptAbsoluteDurationLimit="PT20M"/>
    <imsss:objectives><imsss:primaryObjective objectiveID="obj" satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.7</imsss:minNormalizedMeasure>
    <imsss:mapInfo targetObjectiveID="global" writeSatisfiedStatus="true"/></imsss:primaryObjective></imsss:objectives></imsss:sequencing>
    <adlcp:completionThreshold completedByMeasure="true" minProgressMeasure="0.9"/>`
  const shared = `<imsss:sequencingCollection><imsss:sequencing ID="shared"><imsss:rollupRules rollupObjectiveSatisfied="false" objectiveMeasureWeight="0.5">
    <imsss:rollupRule childActivitySet="atLeastCount" minimumCount="1"><imsss:rollupConditions><imsss:rollupCondition condition="activityProgressKnown"/></imsss:rollupConditions>
    <imsss:rollupAction action="completed"/></imsss:rollupRule></imsss:rollupRules></imsss:sequencing></imsss:sequencingCollection>`
  const manifest = manifestOf({ A: inside }, { version: '2004 4th Edition' }).replace('</manifest>', `${shared}</manifest>`)
  const { course } = await read(await makeZip({ 'imsmanifest.xml': manifest, ...page }))
  expect(course.scos[0]).toMatchObject({ scaledPassingScore: 0.7, completionThreshold: 0.9, maxTimeAllowedMs: 1_200_000 })
  expect(course.activityTree?.children?.[0]).toEqual({
    id: 'A',
    title: 'Sco A',
    attemptLimit: 2,
    attemptAbsoluteDurationLimit: 'PT20M',
    sequencingControls: { choice: false, rollupObjectiveSatisfied: false, objectiveMeasureWeight: 0.5 },
    rollupRules: {
      rules: [
        {
          ...{ action: 'completed', consideration: 'atLeastCount', minimumCount: 1, conditionCombination: 'any' },
          conditions: [{ condition: 'progressKnown' }],
        },
      ],
    },
    sequencingRules: {
      preConditionRules: [
        {
          ...{ action: 'skip', conditionCombination: 'any' },
          conditions: [
            {
              ...{ condition: 'objectiveMeasureLessThan', operator: 'not', referencedObjective: 'obj' },
              parameters: { threshold: 0.5 },
            },
          ],
        },
      ],
      exitConditionRules: [],
      postConditionRules: [],
    },
    primaryObjective: {
      ...{ objectiveID: 'obj', isPrimary: true, satisfiedByMeasure: true, minNormalizedMeasure: 0.7 },
      mapInfo: [{ targetObjectiveID: 'global', writeSatisfiedStatus: true }],
    },
    objectives: [],
    completionThreshold: { completedByMeasure: true, minProgressMeasure: 0.9 },
  })
})

test('a folder that was zipped with what is in it is taken', async () => {
  const { source } = await read(await makeZip({ 'my course/imsmanifest.xml': manifestOf({ A: '' }), 'my course/A.html': 'x' }))
  expect([...source.sizes.keys()]).toEqual(['imsmanifest.xml', 'A.html'])
})

const manifest = manifestOf({ A: '' })
test.each<[string, () => Promise<string>, string]>([
  ['a folder in a folder', () => makeZip({ 'a/b/imsmanifest.xml': manifest, 'a/b/A.html': 'x' }), 'lies in the folder "a/b"'],
  [
    'a course beside other things',
    () => makeZip({ 'a/imsmanifest.xml': manifest, 'read me.txt': 'x' }),
    'lies in the folder "a"',
  ],
  ['a missing manifest', () => makeZip({ 'index.html': 'x' }), 'There is no imsmanifest.xml in it'],
  ['a manifest in capitals', () => makeZip({ 'IMSManifest.XML': manifest, ...page }), 'called "IMSManifest.XML"'],
  [
    'an archive in an archive',
    () => makeZip({ 'course.zip': zipSync({ a: strToU8('x') }) }),
    'holds another archive, "course.zip"',
  ],
  [
    'a wrong encoding',
    () => makeZip({ 'imsmanifest.xml': new Uint8Array(Buffer.from(manifest.replace('Knots', 'Knötchen'), 'latin1')), ...page }),
    'not in the encoding that it declares',
  ],
  ['no XML', () => makeZip({ 'imsmanifest.xml': '<manifest>', ...page }), 'not well-formed XML'],
  ['entities', () => makeZip({ 'imsmanifest.xml': `<!DOCTYPE m [<!ENTITY a "b">]>${manifest}`, ...page }), 'document type'],
  ['a path out of the archive', () => makeZip({ 'imsmanifest.xml': manifest, '../A.html': 'x' }), 'out of the package'],
  [
    'a page out of the archive',
    () => makeZip({ 'imsmanifest.xml': manifest.replaceAll('A.html', '../A.html'), ...page }),
    'out of the package',
  ],
  ['a page that lacks', () => makeZip({ 'imsmanifest.xml': manifest }), '"A.html" is not in the package'],
  [
    'nothing to launch',
    () => makeZip({ 'imsmanifest.xml': manifest.replace('identifierref="r-A"', ''), ...page }),
    'Nothing in this course can be opened',
  ],
  [
    'no organization',
    () => makeZip({ 'imsmanifest.xml': manifest.replace(/<organization [\s\S]*<\/organization>/, ''), ...page }),
    'no organization',
  ],
  [
    'one name twice',
    () => makeZip({ 'imsmanifest.xml': manifest.replace('</item>', '</item><item identifier="A"/>'), ...page }),
    'Two items',
  ],
  [
    'half an archive',
    () => makeZip({ 'imsmanifest.xml': manifest, ...page }, (zip) => zip.subarray(0, zip.length / 2)),
    'not a whole zip',
  ],
])('%s is refused in words', async (_, make, message) => {
  expect((await problem(await make()))?.message).toContain(message)
})

test('more files, or more bytes, than are taken are refused before any is stored', async () => {
  const path = await courseZip({ A: '', B: '' })
  for (const [limits, message] of [
    [{ entries: 1 }, 'more than 1 files'],
    [{ file: 10 }, 'larger than 10 bytes'],
    [{ total: 100 }, 'unpacks to more'],
    [{ archive: 10 }, 'larger than 10 bytes'],
  ] as const)
    expect((await problem(path, { ...courseLimits, ...limits }))?.message).toContain(message)
})

test('an exam package is something else', async () => {
  expect(await readCourse(await makeZip({ 'exam.json': {} }))).toEqual({ is: 'something else' })
  const qti =
    '<manifest identifier="q"><organizations/><resources><resource type="imsqti_item_xmlv2p1" href="a.xml"/></resources></manifest>'
  expect(await readCourse(await makeZip({ 'imsmanifest.xml': qti, 'a.xml': 'x' }))).toEqual({ is: 'something else' })
})

test('spans of time are read as both standards write them', () => {
  expect(['00:00:10', '0100:00:00.25', 'PT1H30M', 'P1DT0.5S', 'P', 'x', '', '10'].map(durationMs)).toEqual([
    ...[10_000, 360_000_250, 5_400_000, 86_400_500],
    ...[undefined, undefined, undefined, undefined],
  ])
})

test('the courses of the demonstration are whole: nothing of them is left out', async () => {
  const folder = fileURLToPath(new URL('../../../../../../demo/demo/courses', import.meta.url))
  const all = await Promise.all((await readdir(folder)).sort().map((name) => read(`${folder}/${name}`)))
  expect(all.map(({ course, leftOut }) => [course.name, course.standard, course.scos.length, leftOut])).toEqual([
    ['In case of fire', 'cmi5', 2, []],
    ['Cooling burns', '2004', 3, []],
    ['Working at a screen', '1.2', 3, []],
  ])
})

/** Packages that others made; a machine without them says so. */
const samples = join(import.meta.dirname, '../../../../../../../shared/data/scorm')
test.skipIf(!existsSync(samples))(
  `courses that others made are read (in ../shared/data/scorm, where that is there)`,
  async () => {
    for (const name of await readdir(samples)) {
      const { course } = await read(`${samples}/${name}`)
      expect(course.scos.length, name).toBeGreaterThan(0)
      expect(course.standard, name).toBe(name.includes('2004') ? '2004' : '1.2')
    }
  },
)
