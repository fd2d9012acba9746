import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readCourse } from '../read-course.ts'
import { readPackage } from '../read-package.ts'
import { makeZip, smallExam } from '../testing/make-package.ts'
import { packageLimits } from './package-files.ts'
import { readZip } from './read-zip.ts'

const refusal = async (path: string, limits = packageLimits as { readonly [K in keyof typeof packageLimits]: number }) => {
  const reading = await readPackage({ path }, limits)
  return reading.ok ? undefined : reading.problems[0]
}

/** Writes over bytes of every central header, where a zip keeps what it says of each file. */
const inCentralHeaders = (change: (header: Buffer) => void) => (zip: Buffer) => {
  for (let at = zip.indexOf('PK\x01\x02'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 1)) change(zip.subarray(at))
  return zip
}

test.each(['../outside.txt', 'a/../../outside.txt', '/etc/passwd', 'C:/windows.ini', 'a\\..\\b.txt'])(
  'an archive with the path %s is refused, and the message says why',
  async (name) => {
    const problem = await refusal(await makeZip({ 'exam.json': smallExam(), [name]: 'x' }))
    expect(problem?.message).toContain('out of the package')
  },
)

test('an archive whose folders are written with backslashes is read as any other', async () => {
  const path = await makeZip({ 'exam.json': smallExam(), 'pictures\\bee.png': 'x', 'pictures\\small\\': '' })
  expect([...(await readZip(path)).keys()].toSorted()).toEqual(['exam.json', 'pictures/bee.png'])
})

test.each([
  ['exam.json', `{"format":"sitwell-exam","sections":[${'{"sections":['.repeat(20_000)}${']}'.repeat(20_000)}]}`],
  ['assessment.xml', `<assessmentTest>${'<testPart>'.repeat(20_000)}${'</testPart>'.repeat(20_000)}</assessmentTest>`],
  ['imsmanifest.xml', `<manifest>${'<item>'.repeat(20_000)}${'</item>'.repeat(20_000)}</manifest>`],
  ['moodle.xml', `<quiz>${'<question>'.repeat(20_000)}${'</question>'.repeat(20_000)}</quiz>`],
])('a package whose %s is nested 20,000 times is refused in words', async (name, text) => {
  const path = await makeZip({ [name]: text })
  const course = await readCourse(path)
  const problem = course.is === 'refused' ? course.problems[0] : await refusal(path)
  expect(problem?.message).toBeTruthy()
})

test('a symbolic link in an archive is refused', async () => {
  const path = await makeZip(
    { 'exam.json': smallExam(), link: '/etc/passwd' },
    inCentralHeaders((header) => header.writeUInt32LE((0o120777 << 16) >>> 0, 38)),
  )
  expect((await refusal(path))?.message).toContain('link')
})

test('an encrypted archive is refused', async () => {
  const path = await makeZip(
    { 'exam.json': smallExam() },
    inCentralHeaders((header) => header.writeUInt16LE(header.readUInt16LE(8) | 1, 8)),
  )
  expect((await refusal(path))?.message).toContain('encrypted')
})

test('a file that unpacks to a thousand times its size is refused before it is unpacked', async () => {
  const path = await makeZip({ 'exam.json': smallExam(), 'resources/bomb.png': new Uint8Array(8 * 1024 * 1024) })
  expect(await refusal(path)).toEqual({ place: 'resources/bomb.png', message: expect.stringContaining('unpacks to far more') })
})

test('many files that each stay just below what is suspicious are refused together, before any is unpacked', async () => {
  const filler = new Uint8Array(packageLimits.ratioFrom - 1)
  const bombs = Array.from({ length: 70 }, (_, at) => [`resources/${at}.png`, filler] as const)
  const path = await makeZip({ 'exam.json': smallExam(), ...Object.fromEntries(bombs) })
  expect(await refusal(path)).toEqual({ place: 'archive', message: expect.stringContaining('unpack to far more') })
})

test('an archive whose sizes are lies is refused', async () => {
  const path = await makeZip(
    { 'exam.json': smallExam(), 'a.txt': 'long enough to matter' },
    inCentralHeaders((header) => header.writeUInt32LE(3, 24)),
  )
  expect((await refusal(path))?.place).toBe('archive')
})

test.each([
  ['too many files', { entries: 1 }, 'more than 1 files'],
  ['too much in all', { total: 200 }, 'more than is taken'],
  ['one file that is too large', { file: 100 }, 'larger than 100 bytes'],
  ['an archive that is too large', { archive: 50 }, 'larger than 50 bytes'],
])('%s is refused', async (_, limits, message) => {
  const path = await makeZip({ 'exam.json': smallExam(), 'resources/a.txt': 'a' })
  expect((await refusal(path, { ...packageLimits, ...limits }))?.message).toContain(message)
})

test('a file that stands twice in an archive is refused', async () => {
  const path = await makeZip({ 'exam.json': smallExam(), 'one.txt': '1', 'two.txt': '2' }, (zip) =>
    Buffer.from(zip.toString('latin1').replaceAll('two.txt', 'one.txt'), 'latin1'),
  )
  expect(await refusal(path)).toEqual({ place: 'one.txt', message: 'The archive holds this file twice.' })
})

test('a file whose bytes are not those that were packed is refused, and the message says what to do', async () => {
  const path = await makeZip(
    { 'exam.json': smallExam() },
    inCentralHeaders((header) => header.writeUInt32LE((header.readUInt32LE(16) ^ 1) >>> 0, 16)),
  )
  const damaged = 'The archive is damaged: this file is not what was packed. Export or copy it again.'
  expect(await refusal(path)).toEqual({ place: 'exam.json', message: damaged })
})

test('half an archive, an empty file and no file are refused with a word', async () => {
  expect(
    (await refusal(await makeZip({ 'exam.json': smallExam() }, (zip) => zip.subarray(0, zip.length / 2))))?.message,
  ).toContain('not a whole zip')
  const empty = await makeZip({ a: 'a' })
  await writeFile(empty, '')
  expect((await refusal(empty))?.message).toContain('not a whole zip')
  expect((await refusal('/nowhere/at/all.zip'))?.message).toContain('no such file')
})
