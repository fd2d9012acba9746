import { type ChildProcess, execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { program, programEnvironment, serveProgram, writeDatabases } from '../apps/server/src/testing/serve-program.ts'
import { writeOrganisation } from './arrange.ts'
import { exam, expect, organisation, radio, signIn, startExam, test } from './fixtures.ts'

const [north, south] = ['127.0.0.2', '127.0.0.3'] as const

const spec = organisation({
  exams: [
    exam({ name: 'Trees', questions: [1, 2, 3].map((number) => radio(`Which is tree ${number}?`, ['Ash', 'Beech'], 0)) }),
  ],
})

let folder: string
let served: ChildProcess | undefined
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitwell-several-'))
})
test.afterEach(async () => {
  served?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const environment = () =>
  programEnvironment({
    ...{ SITWELL_DATA: join(folder, 'data'), SITWELL_DATABASES: join(folder, 'databases.json') },
    ...{ HOST: '0.0.0.0', PORT: '0', SITWELL_LOG_LEVEL: 'error' },
  })

const importInto = async (name: string) => {
  const place = await mkdtemp(join(folder, 'organisation-'))
  const { file, world } = await writeOrganisation(spec, place)
  const path = join(place, 'organisation.json')
  await writeFile(path, JSON.stringify(file))
  for (const words of [['migrate'], ['import', path]])
    await promisify(execFile)(process.execPath, [program, ...words, '--database', name], { env: environment() })
  return world
}

const begin = async (page: Page, name: string, port: string, world: Awaited<ReturnType<typeof importInto>>) => {
  const origin = `http://${name}:${port}`
  await signIn(page, { ...world, origin }, { at: `${origin}/exam/${world.exams[0]?.examGuid}` })
  await startExam(page)
}

const answer = async (page: Page, number: number, saved: string) => {
  await page.getByRole('button', { name: new RegExp(`^Question ${number}\\b`) }).click()
  await expect(page.getByRole('heading', { name: `Question ${number}`, exact: true })).toBeVisible()
  await page.getByRole('radio', { name: 'Beech' }).check({ force: true })
  await expect(page.getByTestId('saved-state')).toHaveAttribute('data-state', saved)
}

test('a list of databases that is read anew under running exams disturbs none of the others, and loses nothing of the one that is taken out', async ({
  page: northPage,
  context,
  browser,
}) => {
  const readAnew = async (...names: string[]) => {
    await writeDatabases(folder, names)
    served?.kill('SIGHUP')
  }
  await writeDatabases(folder, [north])
  const ofNorth = await importInto(north)
  const { child, ready } = serveProgram(environment())
  served = child
  const port = await ready
  await begin(northPage, north, port, ofNorth)
  const failed: string[] = []
  context.on('requestfailed', (request) => failed.push(request.url()))
  context.on('response', (response) => response.status() >= 400 && failed.push(response.url()))
  await answer(northPage, 1, 'on-server')

  await writeDatabases(folder, [north, south])
  const ofSouth = await importInto(south)
  await readAnew(north, south)
  const southContext = await browser.newContext({ serviceWorkers: 'block' })
  const southPage = await southContext.newPage()
  // A name that isn't served yet is refused.
  await expect.poll(async () => (await fetch(`http://${south}:${port}/ping`)).status).toBe(200)
  await begin(southPage, south, port, ofSouth)
  await answer(southPage, 1, 'on-server')

  await readAnew(north)
  await expect.poll(async () => (await fetch(`http://${south}:${port}/ping`)).status).toBe(421)
  await answer(southPage, 2, 'on-device')
  await answer(northPage, 2, 'on-server')

  await readAnew(north, south)
  // Nobody touches the page.
  await expect(southPage.getByTestId('saved-state')).toHaveAttribute('data-state', 'on-server')
  await answer(southPage, 3, 'on-server')
  await answer(northPage, 3, 'on-server')
  expect(failed).toEqual([])
  await southContext.close()
})
