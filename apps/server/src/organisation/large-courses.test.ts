import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Schema } from '../db/schema.ts'
import { courseLimits } from '../import/files/package-source.ts'
import { readCourse } from '../import/read-course.ts'
import { type StoredEntry, writeStoredZip } from '../import/testing/stored-zip.ts'
import { manifestOf } from '../testing/test-course.ts'
import { storeCourseFiles } from './store-course-files.ts'

const twoGigabytes = 2 * 1024 ** 3
const manyFiles = 50_000
/** As many go through the whole of it. */
const someFiles = 5000
const manifest = { name: 'imsmanifest.xml', content: Buffer.from(manifestOf({ A: '' })) }
const page = { name: 'A.html', content: Buffer.from('<title>A</title>') }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitwell-large-'))
})
afterAll(() => rm(folder, { recursive: true }))

const written = async (name: string, entries: Iterable<StoredEntry>) => {
  const path = join(folder, name)
  await writeStoredZip(path, entries)
  return path
}

function* manyEntries(): Generator<StoredEntry> {
  yield manifest
  yield page
  for (let number = 0; number < manyFiles; number += 1)
    yield { name: `media/${number}.txt`, content: Buffer.from(String(number)) }
}

const read = async (path: string) => {
  const reading = await readCourse(path)
  if (reading.is !== 'course') throw new Error(JSON.stringify(reading))
  return reading
}

/** A database that takes everything, and keeps how many bytes of files came together in one statement. */
const openSink = () => {
  const seen = { bytes: 0, mostTogether: 0, files: 0, commits: 0 }
  const kysely = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () =>
        Object.assign(new DummyDriver(), {
          commitTransaction: async () => {
            seen.commits += 1
          },
        }),
      createIntrospector: (one) => new SqliteIntrospector(one),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    log: ({ query }) => {
      const pieces = query.parameters.filter((one) => one instanceof Uint8Array)
      const bytes = pieces.reduce((sum, one) => sum + one.length, 0)
      seen.bytes += bytes
      seen.mostTogether = Math.max(seen.mostTogether, bytes)
      if (query.sql.startsWith('insert into "course_file" ')) seen.files += query.parameters.length / 6
    },
  })
  return { kysely, seen }
}

/** As a source reads it, without the time that its archive takes. */
const sourceOf = (files: Iterable<{ readonly path: string; readonly bytes: AsyncIterable<Uint8Array> }>) => ({
  sizes: new Map<string, number>(),
  read: () => Promise.reject(new Error('Nothing is read by itself.')),
  files: async function* () {
    yield* files
  },
})

async function* film(bytes: number): AsyncGenerator<Uint8Array> {
  const piece = new Uint8Array(Math.min(bytes, 64 * 1024))
  for (let at = 0; at < bytes; at += piece.length) yield piece
}

function* manyTexts() {
  for (let number = 0; number < someFiles; number += 1) yield { path: `media/${number}.txt`, bytes: film(1) }
}

test('a package of 2 GB is taken: its directory and its manifest are all that is read before its files are stored', async () => {
  const path = await written('large.zip', [manifest, page, { name: 'film.mp4', content: twoGigabytes }])
  const { source, course } = await read(path)
  expect(source.sizes.get('film.mp4')).toBe(twoGigabytes)
  expect(course.scos).toHaveLength(1)
})

test('a large file goes into the database in pieces: no more of it is held than what is written together', async () => {
  const { kysely, seen } = openSink()
  const bytes = 256 * 1024 * 1024
  await storeCourseFiles(kysely, { orgId: 1, contentGuid: 'c', nowMs: 0 }, sourceOf([{ path: 'film.mp4', bytes: film(bytes) }]))
  expect(seen.bytes).toBe(bytes)
  expect(seen.mostTogether).toBeLessThan(9 * 1024 * 1024)
})

test('a package of 50,000 files is taken, and stored some hundreds of them at once; one of more than are taken is told so', async () => {
  const path = await written('many.zip', manyEntries())
  expect((await read(path)).source.sizes.size).toBe(manyFiles + 2)
  const { kysely, seen } = openSink()
  await storeCourseFiles(kysely, { orgId: 1, contentGuid: 'c', nowMs: 0 }, sourceOf(manyTexts()))
  expect([seen.files, seen.commits]).toEqual([someFiles, expect.any(Number)])
  expect(seen.commits).toBeLessThan(someFiles / 100)
  expect(await readCourse(path, { ...courseLimits, entries: manyFiles })).toEqual({
    is: 'refused',
    problems: [{ place: 'archive', message: `The archive holds more than ${manyFiles} files.` }],
  })
})

test.each([
  ['total', { total: twoGigabytes }, 'The package unpacks to more than is taken.'],
  ['file', { file: twoGigabytes - 1 }, `The file is larger than ${twoGigabytes - 1} bytes.`],
  ['archive', { archive: twoGigabytes }, `The archive is larger than ${twoGigabytes} bytes.`],
])('a package of 2 GB that is over the limit of %s is told so before any of it is stored', async (_, limit, message) => {
  const path = join(folder, 'large.zip')
  expect(await readCourse(path, { ...courseLimits, ...limit })).toMatchObject({ is: 'refused', problems: [{ message }] })
})

test('2 GB that are packed into next to nothing are no course', async () => {
  const path = await written('bomb.zip', [manifest, page, { name: 'film.mp4', content: new Uint8Array(1000) }])
  const bytes = await readFile(path)
  const entry = bytes.lastIndexOf('film.mp4') - 46
  // Its directory says that it is packed by deflate, and unpacks to 2 GB.
  bytes.writeUInt16LE(8, entry + 10)
  bytes.writeUInt32LE(twoGigabytes, entry + 24)
  await writeFile(path, bytes)
  const words = 'The file unpacks to far more than it is packed in, as no exam file does.'
  expect(await readCourse(path)).toMatchObject({ is: 'refused', problems: [{ place: 'film.mp4', message: words }] })
})
