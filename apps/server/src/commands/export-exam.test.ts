import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeZip, onePixel, smallExam, smallQuestion } from '../import/testing/make-package.ts'
import { choices12, equal12, item12, rule12, test12, text12 } from '../import/testing/qti1-item.ts'
import { oneDatabase } from '../testing/databases.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { readCommandLine } from './command-line.ts'
import { commands } from './commands.ts'
import { exportExam } from './export-exam.ts'
import { importFiles } from './import-files.ts'

describe.each(oneDatabase)('sitwell export on %s', (database) => {
  let server: TestServer
  let folder: string
  beforeAll(async () => {
    server = await startTestServer({ database })
    folder = await mkdtemp(join(tmpdir(), 'sitwell-export-'))
  })
  afterAll(async () => {
    await server.stop()
    await rm(folder, { recursive: true })
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  const heard = () => {
    const output: string[] = []
    vi.spyOn(console, 'log').mockImplementation((line: string) => void output.push(line))
    vi.spyOn(console, 'error').mockImplementation((line: string) => void output.push(line))
    return output
  }
  const importTo = (orgId: number, path: string) =>
    importFiles(server.db, [path], { orgId, learners: [], fields: {}, again: false, acceptLoss: true })
  const exams = (orgId: number) =>
    server.db.kysely.selectFrom('exam').select(['exam_guid', 'version', 'content']).where('org_id', '=', orgId).execute()
  const native = { version: undefined, format: 'native' } as const

  /** The hash of a file of an exam, over its chunks one after the other. */
  const hashOf = async (orgId: number, path: string) => {
    const chunks = await server.db.kysely
      .selectFrom('exam_resource_chunk')
      .select('bytes')
      .where('org_id', '=', orgId)
      .where('path', '=', path)
      .orderBy('number')
      .execute()
    return createHash('sha256')
      .update(Buffer.concat(chunks.map((one) => one.bytes)))
      .digest('hex')
  }

  test('an exam with its files, and one of a bank with its hidden ids, come back as what they were', async () => {
    const large = Buffer.from(Array.from({ length: 1_300_000 }, (_, at) => (at * at * 31 + (at >> 8) * 7) & 255))
    const shown = '<img src="resources/a.png" alt=""><img src="resources/large.png" alt="">'
    const written = smallExam({ sections: [{ id: 's1', name: 'One', text: shown, questions: [smallQuestion('q1')] }] })
    const choice = text12('<img src="own/leaf.png">') + choices12('R', 'Single', ['A', 'B'])
    const bank = test12(item12(choice, rule12(equal12('R', 'b'), 'Set 100'), { points: '2' }))
    heard()
    await importTo(1, await makeZip({ 'exam.json': written, 'resources/a.png': onePixel, 'resources/large.png': large }))
    await importTo(1, await makeZip({ 'bank.xml': bank, 'own/leaf.png': onePixel }))
    const before = await exams(1)
    expect(before.length).toBe(2)
    const orgId = 2
    for (const [at, { exam_guid: examGuid }] of before.entries()) {
      const to = join(folder, `whole-${database}-${at}.zip`)
      expect(await exportExam(server.db, { orgId: 1, exam: examGuid, ...native, to })).toBe(0)
      const output = heard()
      expect(await importTo(1, to)).toBe(0)
      expect(output.join('\n')).toContain('is there already')
      expect(await importTo(orgId, to)).toBe(0)
    }
    expect(await exams(1)).toEqual(before)
    const parsed = (all: typeof before) => new Map(all.map((one) => [one.exam_guid, JSON.parse(one.content)]))
    expect(parsed(await exams(orgId))).toEqual(parsed(before))
    for (const path of ['resources/a.png', 'resources/large.png', 'own/leaf.png'])
      expect(await hashOf(orgId, path)).toBe(await hashOf(1, path))
    expect(await hashOf(orgId, 'resources/large.png')).toBe(createHash('sha256').update(large).digest('hex'))
  })

  test('the newest version is written where none is named; nothing is written over a file, of another organisation, or of what is not there', async () => {
    heard()
    for (const version of [1, 2])
      await importTo(1, await makeZip({ 'exam.json': smallExam({ examGuid: 'versions', version }) }))
    const wishes = { orgId: 1, exam: 'versions', ...native }
    const to = (name: string) => join(folder, `${name}-${database}.zip`)
    const output = heard()
    expect(await exportExam(server.db, { ...wishes, to: to('newest') })).toBe(0)
    expect(await exportExam(server.db, { ...wishes, version: 1, to: to('first') })).toBe(0)
    expect(output.map((one) => /version \d/.exec(one)?.[0])).toEqual(['version 2', 'version 1'])
    await writeFile(to('there'), 'kept')
    expect(await exportExam(server.db, { ...wishes, to: to('there') })).toBe(1)
    expect(await readFile(to('there'), 'utf8')).toBe('kept')
    expect(await exportExam(server.db, { ...wishes, version: 3, to: to('none') })).toBe(1)
    expect(await exportExam(server.db, { ...wishes, orgId: 3, to: to('none') })).toBe(1)
    await expect(readFile(to('none'))).rejects.toThrow('ENOENT')
  })

  test('an exam is named by its guid or its name; where that says none, or several, those that there are are told', async () => {
    heard()
    for (const examGuid of ['knots', 'knots-2', 'sails'])
      await importTo(5, await makeZip({ 'exam.json': smallExam({ examGuid, name: examGuid === 'sails' ? 'Sails' : 'Knots' }) }))
    const output = heard()
    const wishes = { orgId: 5, ...native, to: join(folder, `named-${database}.zip`) }
    expect(await exportExam(server.db, { ...wishes, exam: 'Ropes' })).toBe(1)
    for (const name of ['knots', 'knots-2', 'sails']) expect(output.join('\n')).toContain(`\n  ${name}  version 1  `)
    expect(await exportExam(server.db, { ...wishes, exam: 'Knots' })).toBe(1)
    expect(output.at(-1)).toMatch(/Several exams .*\n {2}knots .*\n {2}knots-2 .*Knots$/)
    expect(await exportExam(server.db, { ...wishes, exam: 'Sails' })).toBe(0)
    expect(output.at(-1)).toContain('Sails, version 1')
  })

  test('as QTI 3.0 the questions that fit are written, and each other is named with why', async () => {
    heard()
    const sections = [
      {
        id: 's1',
        name: 'One',
        questions: [smallQuestion('fits'), { type: 'VISITED', id: 'visited', text: 'Go', marks: 1 }],
      },
    ]
    const path = await makeZip({ 'exam.json': smallExam({ examGuid: 'as-qti', sections }) })
    if ((await importTo(1, path)) !== 0) throw new Error('not imported')
    const to = join(folder, `qti-${database}.zip`)
    const output = heard()
    expect(await exportExam(server.db, { orgId: 1, exam: 'as-qti', version: undefined, format: 'qti3', to })).toBe(0)
    expect(output.join('\n')).toContain('questions: 1, left out: 1')
    expect(output.join('\n')).toContain('question visited is left out: QTI has nothing like a question of the type VISITED')
    expect(await importTo(4, to)).toBe(0)
    expect(output.join('\n')).toMatch(/fits +faithful +RADIO +1 +by its processing/)
  })
})

test('a command line without a file, or with a form that there isn’t, exports nothing', async () => {
  const asked = (...args: string[]) => commands.get('export')?.(readCommandLine(['export', ...args]))
  expect(await asked('exam-1')).toBeUndefined()
  expect(await asked('--to', 'a.zip')).toBeUndefined()
  await expect(asked('exam-1', '--to', 'a.zip', '--format', 'pdf')).rejects.toThrow('--format has to be native or qti3')
  expect(await asked('exam-1', '--to', 'a.zip', '--version', '2')).toBeTypeOf('function')
})
