import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@sitwell/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { arrange, countOrganisations, doCall, sitExam } from '../testing/test-world.ts'
import { exportFiles } from './files.ts'

// databases: sqlite, because it tests what a command prints; files.test.ts tests the queries

let server: TestServer
let folder: string
const nextOrgId = countOrganisations()
const errors: string[] = []

beforeAll(async () => {
  server = await startTestServer({ database: 'sqlite' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitwell-files-'))
  vi.spyOn(console, 'log').mockImplementation(() => {})
  vi.spyOn(console, 'error').mockImplementation((line: string) => void errors.push(line))
})
afterEach(async () => {
  vi.restoreAllMocks()
  errors.splice(0)
  await rm(folder, { recursive: true })
})

/** What a file of a name holds: a PDF's beginning too, since a file is taken for what its name says. */
const contentOf = (name: string) => `%PDF-1.7 ${name}`

/** A learner who has uploaded files of these names; its export into the folder. */
const withFiles = async (...names: string[]) => {
  const orgId = nextOrgId()
  const world = await arrange(server, { orgId })
  const { token, formRunGuid } = await sitExam(server, world)
  for (const fileName of names) {
    const body = { formRunGUID: formRunGuid, fileName }
    await doCall(server, calls.uploadFile, { body, file: new File([contentOf(fileName)], 'x.txt') }, token)
  }
  return () => exportFiles(server.db, world.orgId, formRunGuid, folder)
}

test('files whose names are longer than a disk takes are written under as much of them as fits, with their endings', async () => {
  const names = [`${'س'.repeat(200)}.pdf`, `${'a'.repeat(251)}.txt`, `a${'😀'.repeat(100)}.pdf`, 'last.txt']
  const write = await withFiles(...names)
  expect(await write()).toBe(0)
  const written = [`1 ${'س'.repeat(98)}.pdf`, `2 ${'a'.repeat(196)}.txt`, `3 a${'😀'.repeat(48)}.pdf`, '4 last.txt']
  expect((await readdir(folder)).sort()).toEqual(written)
  for (const [index, name] of written.entries())
    expect(await readFile(join(folder, name), 'utf8')).toBe(contentOf(names[index] ?? ''))
})

test('a second export into the same folder says so, and writes nothing', async () => {
  const write = await withFiles('a.txt', 'b.txt')
  expect(await write()).toBe(0)
  await rm(join(folder, '1 a.txt'))
  expect(await write()).toBe(1)
  expect(errors).toEqual([`${join(folder, '2 b.txt')} is there already; nothing was written. Name another folder with --to.`])
  expect(await readdir(folder)).toEqual(['2 b.txt'])
})
