import { expect, test } from 'vitest'
import { serviceWorker } from './service-worker-plugin.ts'

/** What of the build a service worker is told. */
interface Build {
  base: string
  script: string
  files: string[]
  messages: Record<string, string[]>
  otherApps: string[]
}

const chunk = (fileName: string, more: object = {}) => ({ type: 'chunk', fileName, moduleIds: [], code: '', ...more })

/** The build that the service worker of an app at this path is told of, if the app is made of these files. */
const buildOf = (names: readonly string[], base = '/', callPaths?: readonly string[]) => {
  const worker = chunk('service-worker.js', { code: '__BUILD__' })
  const parts = [worker, chunk('assets/index-1a.js', { isEntry: true }), ...names.map((name) => chunk(name))]
  const { generateBundle, configResolved } = serviceWorker({
    appPaths: ['/', '/office', '/preview', '/office/desk'],
    ...(callPaths && { callPaths }),
  })
  if (typeof generateBundle !== 'object' || typeof configResolved !== 'function')
    throw new Error('The plugin is written otherwise now')
  // Boundary: of its surroundings it uses nothing, and of the configuration the path alone.
  const configure = configResolved as unknown as (config: object) => void
  configure({ base })
  const write = generateBundle.handler as unknown as (options: object, bundle: object) => void
  write({}, Object.fromEntries(parts.map((part) => [part.fileName, part])))
  return JSON.parse(worker.code) as Build
}

test('of the texts of a language those behind the sign-in are kept for who speaks it, and the first words for everybody', () => {
  const of = (tag: string) => ['visitor', 'proctoring', 'player'].map((set) => `assets/messages-${tag}-${set}-x_9-Q.js`)
  const { files, messages } = buildOf([...of('en'), ...of('cy'), 'assets/exam-page-2b.js'])
  expect(files).toEqual([
    '/assets/exam-page-2b.js',
    '/assets/index-1a.js',
    '/assets/messages-cy-visitor-x_9-Q.js',
    '/assets/messages-en-visitor-x_9-Q.js',
  ])
  expect(messages).toEqual({
    en: ['/assets/messages-en-proctoring-x_9-Q.js', '/assets/messages-en-player-x_9-Q.js'],
    cy: ['/assets/messages-cy-proctoring-x_9-Q.js', '/assets/messages-cy-player-x_9-Q.js'],
  })
})

test('the service worker knows the paths of other apps that are below the path of its own', () => {
  expect(buildOf([]).otherApps).toEqual(['/office', '/preview', '/office/desk'])
  expect(buildOf([], '/office/').otherApps).toEqual(['/office/desk'])
  expect(buildOf([], '/preview/').otherApps).toEqual([])
})

test('addresses of calls below the path of an app are no pages of it', () => {
  expect(buildOf([], '/office/', ['/office/api']).otherApps).toEqual(['/office/desk', '/office/api'])
})

test('an app at a path of its own has its page, script, files and texts below that path', () => {
  const texts = 'assets/messages-de-office-x_9-Q.js'
  expect(buildOf(['assets/people-2b.js', texts], '/office/')).toMatchObject({
    base: '/office/',
    script: '/office/assets/index-1a.js',
    files: ['/office/assets/index-1a.js', '/office/assets/people-2b.js'],
    messages: { de: [`/office/${texts}`] },
  })
})
