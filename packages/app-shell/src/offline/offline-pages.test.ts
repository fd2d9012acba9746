import { beforeEach, describe, expect, test } from 'vitest'
import { type Build, type Caches, type HeldBuild, offlinePages } from './offline-pages.ts'

const buildOf = (name: string): Build => ({
  base: '/',
  version: name,
  script: `/assets/index-${name}.js`,
  files: [`/assets/index-${name}.js`, `/assets/exam-${name}.js`, '/assets/shared.css'],
  messages: {
    en: [`/assets/messages-en-${name}.js`],
    de: [`/assets/messages-de-${name}.js`],
  },
  otherApps: ['/office'],
})
const origin = 'https://exams.example'
const addressOf = (request: string | Request) => (typeof request === 'string' ? request : new URL(request.url).pathname)

/** A browser's caches, and a server with one build that may be renewed, be gone, or stand behind a proxy that has lost it. */
const createWorld = () => {
  const cached = new Map<string, Map<string, Response>>()
  const caches: Caches = {
    async open(name) {
      const held = cached.get(name) ?? new Map<string, Response>()
      cached.set(name, held)
      return {
        match: async (address) => held.get(String(address))?.clone(),
        put: async (address, answer) => void held.set(String(address), answer),
      }
    },
    keys: async () => [...cached.keys()],
    delete: async (name) => cached.delete(name),
  }
  const server = {
    build: buildOf('old'),
    state: 'there' as 'there' | 'gone' | 'ill' | 'silent',
    asked: [] as string[],
    beforeAnswer: undefined as (() => Promise<void>) | undefined,
  }
  const fetch = async (request: string | Request): Promise<Response> => {
    const path = addressOf(request)
    server.asked.push(path)
    if (server.beforeAnswer) await server.beforeAnswer()
    if (server.state === 'gone') throw new TypeError('Failed to fetch')
    if (server.state === 'silent') return new Promise(() => {})
    if (server.state === 'ill') return new Response('<h1>502</h1>', { status: 502 })
    if (!path.includes('/assets/')) return new Response(`the page with ${server.build.script}`)
    const isThere = server.build.files.includes(path) || /messages-|\.woff2$/.test(path)
    return isThere ? new Response(`the file ${path}`) : new Response('', { status: 404 })
  }
  let holding: (() => HeldBuild | undefined) | undefined
  const heldBuild = async () => holding?.()
  const workerOf = (build: Build, language = 'en', kept = caches, keepsBuildBefore = false) =>
    offlinePages({ build, origin, language, caches: kept, heldBuild, keepsBuildBefore, fetch, wait: async () => {} })
  /** Pages of this work go on with the old build from now on; undefined: none does. */
  const hold = (held: (() => HeldBuild) | undefined) => {
    holding = held
  }
  const text = async (answer: Promise<Response>) => (await answer).text()
  const open = (worker: ReturnType<typeof workerOf>, path: string) => text(worker.page(new Request(`${origin}${path}`)))
  const load = (worker: ReturnType<typeof workerOf>, path: string) => text(worker.file(new Request(`${origin}${path}`)))
  return { server, cached, workerOf, hold, open, load }
}

let world: ReturnType<typeof createWorld>
let worker: ReturnType<ReturnType<typeof createWorld>['workerOf']>
beforeEach(async () => {
  world = createWorld()
  worker = world.workerOf(buildOf('old'))
  await worker.install()
})

describe('the kept app', () => {
  test('comes from the server if the browser’s caches fail, every page and every file of it', async () => {
    const refuse = () => Promise.reject(new DOMException('The operation failed.', 'UnknownError'))
    const holds = { match: refuse, put: refuse }
    for (const caches of [
      { open: refuse, keys: refuse, delete: refuse },
      { open: async () => holds, keys: async () => ['sitwell-build-old'], delete: refuse },
    ]) {
      const broken = world.workerOf(buildOf('old'), 'en', caches)
      expect(await world.open(broken, '/exam/e1/q1')).toContain('the page with')
      expect(await world.load(broken, '/assets/exam-old.js')).toBe('the file /assets/exam-old.js')
    }
  })

  test('opens without a network, every page and every file of it, and from a proxy that has lost the server', async () => {
    for (const state of ['gone', 'ill', 'silent'] as const) {
      world.server.state = state
      expect(await world.open(worker, '/exam/e1/q7'), state).toBe('the page with /assets/index-old.js')
      expect(await world.open(worker, '/login?demo'), state).toBe('the page with /assets/index-old.js')
      expect(await world.load(worker, '/assets/exam-old.js'), state).toBe('the file /assets/exam-old.js')
    }
  })

  test('the texts of the language that is spoken are kept ahead, those of others once they were needed', async () => {
    const german = world.workerOf(buildOf('old'), 'de')
    await german.install()
    await world.load(german, '/assets/messages-ar-old.js')
    world.server.asked = []
    for (const tag of ['de', 'en', 'ar']) await world.load(german, `/assets/messages-${tag}-old.js`)
    await world.load(german, '/assets/messages-cy-old.js')
    expect(world.server.asked).toEqual(['/assets/messages-cy-old.js'])
  })

  test('with a network every page is the newest, and a file that is kept is not asked for again', async () => {
    world.server.build = buildOf('new')
    world.server.asked = []
    expect(await world.open(worker, '/schedules')).toBe('the page with /assets/index-new.js')
    expect(await world.load(worker, '/assets/shared.css')).toBe('the file /assets/shared.css')
    expect(world.server.asked).toEqual(['/schedules'])
  })

  test('a new version never takes the place of the held build, until nothing holds it', async () => {
    world.hold(() => ({ script: '/assets/index-old.js', isFor: ({ pathname }) => pathname.startsWith('/exam/e1/') }))
    world.server.build = buildOf('new')
    const next = world.workerOf(buildOf('new'))
    await next.install()
    await next.clear()
    for (const state of ['there', 'gone'] as const) {
      world.server.state = state
      expect(await world.open(next, '/exam/e1/q7')).toBe('the page with /assets/index-old.js')
      expect(await world.load(next, '/assets/exam-old.js')).toBe('the file /assets/exam-old.js')
    }
    // Without a network every page is in the held build, which has what is being worked on.
    expect(await world.open(next, '/login?demo')).toBe('the page with /assets/index-old.js')
    world.server.state = 'there'
    expect(await world.open(next, '/login?demo')).toBe('the page with /assets/index-new.js')
    world.hold(undefined)
    expect(await world.open(next, '/exam/e1/q7')).toBe('the page with /assets/index-new.js')
    await next.clear()
    expect([...world.cached.keys()]).toEqual(['sitwell-build-new'])
  })

  test('an app that keeps the build before has its files for pages that are open in it, until the next build follows', async () => {
    for (const name of ['second', 'third']) {
      world.server.build = buildOf(name)
      const next = world.workerOf(buildOf(name), 'en', undefined, true)
      await next.install()
      await next.clear()
    }
    expect([...world.cached.keys()]).toEqual(['sitwell-build-second', 'sitwell-build-third'])
    world.server.state = 'gone'
    const third = world.workerOf(buildOf('third'), 'en', undefined, true)
    expect(await world.load(third, '/assets/exam-second.js')).toBe('the file /assets/exam-second.js')
    expect(await world.open(third, '/people')).toBe('the page with /assets/index-third.js')
    await expect(world.load(third, '/assets/exam-old.js')).rejects.toThrow()
  })

  test('is not installed where the server has another build by now', async () => {
    await expect(world.workerOf(buildOf('newer')).install()).rejects.toThrow()
    world.server.build = { ...buildOf('new'), files: buildOf('old').files }
    await expect(world.workerOf(buildOf('old')).install()).rejects.toThrow('Not the page of this build')
  })

  test('is loaded a few files at once, every file of it', async () => {
    const files = Array.from({ length: 20 }, (_, index) => `/assets/part-${index}.js`)
    world.server.build = { ...buildOf('many'), files: [...files, ...buildOf('many').files] }
    let [underWay, most] = [0, 0]
    world.server.beforeAnswer = async () => {
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise((resolve) => setImmediate(resolve))
      underWay -= 1
    }
    const many = world.workerOf(world.server.build)
    await many.install()
    expect(most).toBe(3)
    world.server.state = 'gone'
    for (const file of files) expect(await world.load(many, file)).toBe(`the file ${file}`)
  })

  test('keeps a font once somebody needed it, and no error', async () => {
    await world.load(worker, '/assets/noto-greek.woff2')
    await world.load(worker, '/assets/missing.js')
    world.server.state = 'gone'
    expect(await world.load(worker, '/assets/noto-greek.woff2')).toBe('the file /assets/noto-greek.woff2')
    await expect(world.load(worker, '/assets/missing.js')).rejects.toThrow()
  })

  test('a note of a held build that can not be read holds nothing up', async () => {
    world.hold(() => {
      throw new SyntaxError('half a JSO')
    })
    expect(await world.open(worker, '/exam/e1')).toBe('the page with /assets/index-old.js')
  })
})

describe('the service worker', () => {
  const kindOf = (path: string, { method = 'GET', mode = 'navigate' as RequestMode, at = origin } = {}) =>
    worker.kindOf({ method, mode, url: `${at}${path}` })

  test('answers the player’s pages and files, and no call', () => {
    for (const path of ['/', '/login?demo', '/exam/e1/q7', '/office-hours', '/exam/office', '/?next=/office'])
      expect([path, kindOf(path)]).toEqual([path, 'page'])
    expect(kindOf('/assets/exam-old.js', { mode: 'cors' })).toBe('file')
    expect(kindOf('/ping', { mode: 'cors' })).toBeUndefined()
    expect(kindOf('/assets/exam-old.js', { mode: 'cors', method: 'POST' })).toBeUndefined()
    expect(kindOf('/assets/exam-old.js', { mode: 'cors', at: 'https://courses.example' })).toBeUndefined()
  })

  test('leaves the pages and files of another app to the browser', () => {
    for (const path of ['/office', '/office/', '/office?demo', '/office/people/7?page=2'])
      expect([path, kindOf(path)]).toEqual([path, undefined])
    for (const path of ['/office/assets/index-1a.js', '/office/api/people'])
      expect([path, kindOf(path, { mode: 'cors' })]).toEqual([path, undefined])
  })
})

describe('an app below a path of its own', () => {
  const office = (name: string): Build => ({
    ...buildOf(name),
    base: '/office/',
    script: `/office/assets/index-${name}.js`,
    files: [`/office/assets/index-${name}.js`],
    messages: {},
    otherApps: ['/office/desk'],
  })
  const install = async (name: string) => {
    world.server.build = office(name)
    const installed = world.workerOf(office(name))
    await installed.install()
    return installed
  }

  test('answers requests below its path alone', () => {
    const officeWorker = world.workerOf(office('old'))
    const kindAt = (path: string, mode: RequestMode = 'navigate') =>
      officeWorker.kindOf({ method: 'GET', mode, url: `${origin}${path}` })
    for (const path of ['/office', '/office?demo', '/office/', '/office/login?demo', '/office/people/7'])
      expect([path, kindAt(path)]).toEqual([path, 'page'])
    expect(kindAt('/office/assets/index-old.js', 'cors')).toBe('file')
    for (const path of ['/', '/login?demo', '/office-hours', '/exam/office/', '/office/desk', '/office/desk/1'])
      expect([path, kindAt(path)]).toEqual([path, undefined])
    for (const path of ['/assets/exam-old.js', '/office/api/people', '/office/desk/assets/index-old.js'])
      expect([path, kindAt(path, 'cors')]).toEqual([path, undefined])
  })

  test('opens without a network, and never deletes what another app keeps', async () => {
    await install('first')
    const officeWorker = await install('second')
    await officeWorker.clear()
    // Nor does the other app delete what this one keeps.
    await worker.clear()
    expect([...world.cached.keys()].sort()).toEqual(['sitwell-build-old', 'sitwell-office-build-second'])
    world.server.state = 'gone'
    expect(await world.open(officeWorker, '/office/people/7')).toBe('the page with /office/assets/index-second.js')
    expect(await world.load(officeWorker, '/office/assets/index-second.js')).toBe('the file /office/assets/index-second.js')
    expect(await world.open(worker, '/exam/e1')).toBe('the page with /assets/index-old.js')
  })
})
