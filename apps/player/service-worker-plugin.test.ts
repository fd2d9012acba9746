import { expect, test } from 'vitest'
import { serviceWorker } from './service-worker-plugin.ts'

const chunk = (fileName: string, more: object = {}) => ({ type: 'chunk', fileName, moduleIds: [], code: '', ...more })

/** The build that the service worker is told of, where the player is made of these files. */
const buildOf = (names: readonly string[]) => {
  const worker = chunk('service-worker.js', { code: '__BUILD__' })
  const parts = [worker, chunk('assets/index-1a.js', { isEntry: true }), ...names.map((name) => chunk(name))]
  const { generateBundle } = serviceWorker('service-worker.ts', ['/office'])
  if (typeof generateBundle !== 'object') throw new Error('The plugin is written otherwise now')
  // Boundary: of its surroundings and its options it uses nothing.
  const write = generateBundle.handler as unknown as (options: object, bundle: object) => void
  write({}, Object.fromEntries(parts.map((part) => [part.fileName, part])))
  return JSON.parse(worker.code) as { files: string[]; messages: Record<string, string[]>; otherApps: string[] }
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

test('the service worker knows the paths of the other apps', () => {
  expect(buildOf([]).otherApps).toEqual(['/office'])
})
