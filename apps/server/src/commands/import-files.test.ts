import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { makeZip } from '../import/testing/make-package.ts'
import { declare, template } from '../import/testing/qti-item.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { importFiles } from './import-files.ts'

// databases: sqlite, because it tests what a command prints; schedules.test.ts tests the queries

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startTestServer({ database: 'sqlite' })
  folder = await mkdtemp(join(tmpdir(), 'sitwell-import-'))
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})
afterEach(() => {
  vi.restoreAllMocks()
})

const choice =
  '<itemBody><choiceInteraction responseIdentifier="RESPONSE" maxChoices="1"><simpleChoice identifier="A">One</simpleChoice><simpleChoice identifier="B">Two</simpleChoice></choiceInteraction></itemBody>'
const item = (identifier: string, inside: string) =>
  `<assessmentItem identifier="${identifier}" title="${identifier}">${declare('RESPONSE', 'single identifier', ['A'])}${inside}</assessmentItem>`

/** A package with a faithful item, and a lossy one where it is told so. */
const packageOf = (name: string, isLossy: boolean) =>
  makeZip({
    'imsmanifest.xml': `<manifest><resources>${['good', ...(isLossy ? ['lossy'] : [])].map((one) => `<resource identifier="${one}" type="imsqti_item_xmlv2p1" href="${one}.xml"/>`).join('')}</resources></manifest>`,
    'good.xml': item(`${name}-good`, choice + template('match_correct')),
    ...(isLossy && { 'lossy.xml': item(`${name}-lossy`, choice) }),
  })

/** Runs an import and hears what it says. */
const run = async (path: string, more: object = {}) => {
  const output: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void output.push(line))
  vi.spyOn(console, 'error').mockImplementation((line: string) => void output.push(line))
  const before = await count()
  const code = await importFiles(server.db, [path], { orgId: 1, learners: [], fields: {}, again: false, ...more })
  return { code, output: output.join('\n'), stored: (await count()) - before }
}
const count = async () => (await server.db.kysely.selectFrom('exam').select('name').execute()).length

test('a faithful package is imported with a row for each item', async () => {
  const { code, output, stored } = await run(await packageOf('faithful', false))
  expect([code, stored]).toEqual([0, 1])
  expect(output).toMatch(/faithful-good +faithful +RADIO +1 +by its processing/)
  expect(output).toContain('1 item: 1 faithful, 0 with loss, 0 left out; nothing lost')
})

test('a loss of marks is refused until it is accepted', async () => {
  const path = await packageOf('lossy', true)
  const refused = await run(path)
  expect([refused.code, refused.stored]).toEqual([1, 0])
  expect(refused.output).toContain('--accept-loss')
  expect(refused.output).toMatch(/lossy-lossy +with loss[^\n]*\n +loss of marks: response processing/)
  expect(await run(path, { acceptLoss: true })).toMatchObject({ code: 0, stored: 1 })
})

test('a dry run tells all of it, writes its reports and imports nothing', async () => {
  const reports = { json: join(folder, 'report.json'), html: join(folder, 'report.html') }
  const { code, output, stored } = await run(await packageOf('dry', true), { dryRun: true, reports })
  expect([code, stored]).toEqual([0, 0])
  expect(output).toContain('would be imported with --accept-loss')
  expect(JSON.parse(await readFile(reports.json, 'utf8'))).toMatchObject([
    {
      version: 1,
      totals: { items: 2, faithful: 1, withLoss: 1, losses: { marks: 1 } },
      items: [{ verdict: 'faithful' }, { verdict: 'with loss' }],
    },
  ])
  expect(await readFile(reports.html, 'utf8')).toContain('dry-lossy')
})
