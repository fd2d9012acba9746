import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { courseAttempts, scormData, scormSave, token } from '@sitwell/contract'
import { strToU8, zipSync } from 'fflate'
import { organisation, person } from '../e2e/arrange.ts'
import { signIn } from '../e2e/sign-in.ts'
import type { Sitwell } from '../e2e/sitwell.ts'
import { call } from './caller.ts'
import { medianOf } from './durations.ts'
import { KeepAlive } from './keep-alive.ts'
import { listening } from './listening.ts'
import { measureSets, type SetFigure, serveRunTime } from './set-values.ts'

/** Pictures of a lesson, and bytes of each: what one of an authoring tool has. */
const pictures = { count: 40, bytes: 50_000 }

const lessonPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head><body><h1>Lesson</h1>
${Array.from({ length: pictures.count }, (_, at) => `<img alt="" src="p${at}.svg" width="40" height="40">`).join('')}
<script>
const api = parent.API
if (api) { api.LMSInitialize(''); api.LMSGetValue('cmi.core.lesson_status'); api.LMSGetValue('cmi.suspend_data') }
addEventListener('load', () => { window.readyAt = Date.now() })
</script></body></html>`

const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><!--${'x'.repeat(pictures.bytes)}--><rect width="1" height="1"/></svg>`

const filesOfLesson: Readonly<Record<string, string>> = {
  'index.html': lessonPage,
  ...Object.fromEntries(Array.from({ length: pictures.count }, (_, at) => [`p${at}.svg`, picture])),
}

const manifest = `<?xml version="1.0"?><manifest identifier="lesson" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schemaversion>1.2</schemaversion></metadata>
  <organizations default="o"><organization identifier="o"><title>Course</title><item identifier="i" identifierref="r"><title>Lesson</title></item></organization></organizations>
  <resources><resource identifier="r" type="webcontent" adlcp:scormtype="sco" href="index.html"/></resources></manifest>`

/** Writes the package; `use` has its path as long as it is there. */
const withPackage = async <T>(use: (path: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-bench-'))
  try {
    const path = join(folder, 'course.zip')
    const files = Object.entries({ 'imsmanifest.xml': manifest, ...filesOfLesson })
    await writeFile(path, zipSync(Object.fromEntries(files.map(([name, text]) => [name, strToU8(text)]))))
    return await use(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The same files on a server that does nothing else, behind a page with a link. */
const serveBare = async () => {
  const types: Readonly<Record<string, string>> = { html: 'text/html', svg: 'image/svg+xml' }
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://bare.invalid').pathname.slice(1)
    const text = name === '' ? '<a href="index.html">Start</a>' : filesOfLesson[name]
    response.writeHead(text === undefined ? 404 : 200, {
      'content-type': types[name.split('.').at(-1) ?? ''] ?? 'text/html',
      'cache-control': 'no-store',
    })
    response.end(text ?? '')
  })
  return listening(server)
}

const readyIn = async (page: Page) => {
  for (;;) {
    for (const frame of page.frames()) {
      const atMs = await frame.evaluate(() => (globalThis as { readyAt?: number }).readyAt).catch(() => undefined)
      if (atMs !== undefined) return { frame, atMs }
    }
    await page.waitForTimeout(20)
  }
}

/** Clicks as a frame begins, and answers when. */
const clickOn = (page: Page, selector: string): Promise<number> =>
  page.locator(selector).evaluate((element) => {
    const atMs = Date.now()
    ;(element as HTMLElement).click()
    return atMs
  })

export interface LessonFigures {
  readonly ownMs: number
  readonly bareMs: number
  readonly sets: readonly SetFigure[]
}

/** From the click to a lesson whose page and pictures are there, in the player and on the bare server, each with an empty cache. */
export const measureLesson = (browser: Browser, sitwell: Sitwell, times: number): Promise<LessonFigures> =>
  withPackage(async (path) => {
    const bare = await serveBare()
    const [own, others]: [number[], number[]] = [[], []]
    let sets: readonly SetFigure[] = []
    for (let turn = 0; turn < times; turn += 1) {
      const world = await sitwell.arrange(organisation({}))
      await sitwell.command(world, 'import', path, '--schedule', world.people[0].username)
      const context = await browser.newContext({ baseURL: sitwell.origin })
      const page = await context.newPage()
      await signIn(page, world)
      await page.getByTestId('course').getByRole('link').click()
      await page.getByTestId('lesson').waitFor()
      const clickedMs = await clickOn(page, '[data-testid="lesson"] button:last-of-type')
      const { frame, atMs } = await readyIn(page)
      own.push(atMs - clickedMs)
      if (turn === 0) {
        const library = await serveRunTime()
        sets = await measureSets(frame, await context.newPage(), library.origin)
        await library.stop()
      }
      await context.close()
      const plain = await browser.newContext()
      const other = await plain.newPage()
      await other.goto(bare.origin)
      const from = await clickOn(other, 'a')
      others.push((await readyIn(other)).atMs - from)
      await plain.close()
    }
    await bare.stop()
    return { ownMs: medianOf(own), bareMs: medianOf(others), sets }
  })

interface Studying {
  readonly bearer: string
  readonly attemptId: number
  number: number
}

/** Signs `count` learners in, and opens a lesson for each of them. */
export const seatStudents = (sitwell: Sitwell, count: number): Promise<Studying[]> =>
  withPackage(async (path) => {
    const people = Array.from({ length: count }, (_, at) => person({ username: `student-${at}` }))
    const world = await sitwell.arrange(organisation({ people }))
    const studying: Studying[] = []
    for (const { username, password } of world.people) {
      await sitwell.command(world, 'import', path, '--schedule', username)
      const body = { client_id: 'sitwell-player', grant_type: 'password', username, password, orgId: world.orgId } as const
      const { access_token: bearer, UserGUID: userGuid } = await call(sitwell.origin, token, { body })
      const { courses } = await call(sitwell.origin, courseAttempts, { body: { userGuid, includeCompleted: true } }, bearer)
      const attemptId = courses[0]?.ScoAttempts[0]?.attemptId
      if (attemptId === undefined) throw new Error(`${username} has no course`)
      const opened = await fetch(`${sitwell.origin}/${scormData.path.replace(':attemptId', String(attemptId))}`, {
        headers: { authorization: `Bearer ${bearer}` },
      })
      const { attemptData } = scormData.reply.parse(await opened.json())
      studying.push({ bearer, attemptId, number: attemptData.number })
    }
    return studying
  })

/** Every learner has their lesson commit over their own connection, each waiting for the acknowledgement; how many a second. */
export const measureCommits = async (origin: string, studying: readonly Studying[], seconds: number): Promise<number> => {
  const until = performance.now() + seconds * 1000
  let commits = 0
  const commitOn = async (one: Studying) => {
    const connection = new KeepAlive(origin, one.bearer)
    const writer = randomUUID()
    const path = `/${scormSave.path.replace(':attemptId', String(one.attemptId))}`
    while (performance.now() < until) {
      one.number += 1
      const data = [
        { element: 'cmi.core.lesson_status', value: 'incomplete' },
        { element: 'cmi.core.lesson_location', value: String(one.number) },
        { element: 'cmi.suspend_data', value: 'x'.repeat(1000) },
      ]
      const body = { data, number: one.number, saveGuid: randomUUID(), writer, ends: false }
      const { status } = await connection.post(path, JSON.stringify(body))
      if (status !== 200) throw new Error(`a commit was answered with ${status}`)
      commits += 1
    }
    connection.close()
  }
  await Promise.all(studying.map(commitOn))
  return commits / seconds
}
