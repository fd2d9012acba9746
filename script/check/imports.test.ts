import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importRules } from './import-rules.ts'
import { checkImports } from './imports.ts'
import { npm } from './may-import.ts'
import { serverRooms } from './server-rooms.ts'

const trees: string[] = []

afterAll(async () => {
  await Promise.all(trees.splice(0).map((tree) => rm(tree, { recursive: true })))
})

/** Checks a house of files that import each other along `imports`, each file given by its path. */
async function checkHouse(...imports: [from: string, to: string][]) {
  const tree = await mkdtemp(join(tmpdir(), 'sitwell-imports-'))
  trees.push(tree)
  for (const path of new Set(imports.flat())) {
    const lines = imports
      .filter(([from]) => from === path)
      .map(([from, to]) => `import './${relative(dirname(from), to)}'`.replace('./..', '..'))
    await mkdir(dirname(join(tree, path)), { recursive: true })
    await writeFile(join(tree, path), [...lines, 'export const value = 1', ''].join('\n'))
  }
  return checkImports(
    tree,
    ['packages', 'apps'].filter((folder) => imports.flat().some((path) => path.startsWith(folder))),
  )
}

type Import = [from: string, to: string]

const forbidden: Import[] = [
  ['packages/exam/src/clock.ts', 'apps/server/src/config.ts'],
  ['packages/exam/src/clock.ts', 'packages/contract/src/index.ts'],
  ['packages/contract/src/index.ts', 'packages/exam/src/clock.ts'],
  ['packages/question-types/src/radio/rules.ts', 'packages/question-types/src/radio/marking.ts'],
  ['packages/question-types/src/radio/panel.tsx', 'packages/question-types/src/radio/marking.ts'],
  ['packages/question-types/src/radio/rules.ts', 'packages/question-types/src/radio/panel.tsx'],
  ['apps/player/src/exam/exam-page.tsx', 'packages/question-types/src/marking.ts'],
  ['apps/player/src/exam/exam-page.tsx', 'apps/server/src/config.ts'],
  ['apps/player/src/exam/exam-page.tsx', 'apps/player/src/rubric/rubric-page.tsx'],
  ['apps/player/src/exam/exam-page.tsx', 'apps/player/src/app/router.tsx'],
  ['apps/player/src/sync/queue.ts', 'packages/ui/src/button.tsx'],
  ['apps/player/src/storage/store.ts', 'packages/client/src/api.ts'],
  ['packages/ui/src/button.tsx', 'apps/player/src/sync/queue.ts'],
  ['apps/server/src/db/connection.ts', 'apps/player/src/storage/store.ts'],
  ['apps/player/src/unnamed/page.tsx', 'apps/player/src/storage/store.ts'],
  ['apps/player/src/a-new-screen/page.tsx', 'apps/player/src/exam/exam-page.tsx'],
  ['apps/player/src/exam/session/run/run.ts', 'apps/player/src/exam/screens/sitting/sitting.tsx'],
  ['apps/player/src/exam/session/run/run.ts', 'apps/player/src/exam/proctoring/monitor.ts'],
  ['apps/player/src/exam/content/loaded.ts', 'apps/player/src/exam/session/run/other.ts'],
  ['apps/player/src/sync/queue/queue.ts', 'apps/player/src/sync/answers/book.ts'],
  ['packages/exam/src/time/clock.ts', 'packages/exam/src/ledger/events.ts'],
  ['apps/server/src/security/sessions/ended.ts', 'apps/server/src/security/sign-in/limits.ts'],
  ['apps/server/src/security/people/found.ts', 'apps/server/src/security/sweep.ts'],
  ['apps/server/src/commands/people.ts', 'apps/server/src/security/loose.ts'],
  ['apps/server/src/assessment/ledger/time.ts', 'apps/server/src/assessment/answers/index.ts'],
  ['apps/server/src/assessment/answers/save.ts', 'apps/server/src/assessment/ledger/time.ts'],
  ['apps/server/src/live/hub.ts', 'apps/server/src/assessment/ledger/events.ts'],
  ['apps/server/src/assessment/schedules/list.ts', 'apps/server/src/seb/rule.ts'],
  ['apps/server/src/security/sign-in/named.ts', 'apps/server/src/import/exam.ts'],
  ['apps/server/src/http/call.ts', 'apps/server/src/live/events.ts'],
  ['apps/server/src/site/page.ts', 'apps/server/src/routes.ts'],
  ['apps/server/src/a-new-service/list.ts', 'apps/server/src/db/connection.ts'],
]

const allowed: Import[] = [
  ['apps/server/src/security/sign-in/reply.ts', 'apps/server/src/security/sessions/ended.ts'],
  ['apps/server/src/security/sweep.ts', 'apps/server/src/security/mfa/codes.ts'],
  ['apps/player/src/exam/exam-page.tsx', 'apps/player/src/sync/queue.ts'],
  ['apps/player/src/app/router.tsx', 'apps/player/src/exam/exam-page.tsx'],
  ['apps/player/src/exam/exam-page.tsx', 'packages/question-types/src/panels.ts'],
  ['packages/question-types/src/radio/panel.tsx', 'packages/question-types/src/radio/rules.ts'],
  ['packages/question-types/src/radio/marking.ts', 'packages/question-types/src/radio/rules.ts'],
  ['apps/server/src/assessment/marks/mark.ts', 'packages/question-types/src/marking.ts'],
  ['apps/server/src/assessment/marks/mark.ts', 'apps/server/src/db/connection.ts'],
  ['apps/server/src/assessment/answers/save.ts', 'apps/server/src/assessment/ledger/index.ts'],
  ['apps/server/src/seb/browser.ts', 'apps/server/src/assessment/schedules/index.ts'],
  ['apps/player/src/exam/screens/sitting/sitting.tsx', 'apps/player/src/exam/session/run/run.ts'],
  ['packages/exam/src/ledger/events.ts', 'packages/exam/src/time/clock.ts'],
]

// All in one house: to look at one import takes as long as to look at many.
describe('in a house of what is forbidden', () => {
  let checked: Awaited<ReturnType<typeof checkHouse>>
  beforeAll(async () => {
    checked = await checkHouse(...forbidden)
  })

  test.each(forbidden)('%s may not import %s', (from, to) => {
    expect(checked.detail.split('\n').map((line) => line.replace(/^[\w-]+: /, ''))).toContain(`${from} → ${to}`)
    expect(checked.ok).toBe(false)
  })
})

test.each(allowed)('%s may import %s', async (from, to) => {
  expect(await checkHouse([from, to])).toEqual({ ok: true, detail: '' })
})

test('the key of a question is found in the player behind any number of steps', async () => {
  const { detail } = await checkHouse(
    ['apps/player/src/exam/exam-page.tsx', 'packages/question-types/src/panels.ts'],
    ['packages/question-types/src/panels.ts', 'packages/question-types/src/radio/panel.tsx'],
    ['packages/question-types/src/radio/panel.tsx', 'packages/question-types/src/radio/shared.ts'],
    ['packages/question-types/src/radio/shared.ts', 'packages/question-types/src/radio/marking.ts'],
  )
  expect(detail).toContain('no-key-in-an-app: apps/player/src/exam/exam-page.tsx → ')
})

test('a key behind any number of steps of signing in is found', async () => {
  const { detail } = await checkHouse(
    ['apps/server/src/security/sign-in/sign-in.ts', 'apps/server/src/mail/mailer.ts'],
    ['apps/server/src/mail/mailer.ts', 'apps/server/src/mail/report.ts'],
    ['apps/server/src/mail/report.ts', 'packages/question-types/src/radio/marking.ts'],
  )
  expect(detail).toContain('no-key-on-the-way-to-a-sign-in: apps/server/src/security/sign-in/sign-in.ts → ')
})

test('each room of the server imports rooms above it in the table, so that none import each other', () => {
  const names = Object.keys(serverRooms)
  for (const [place, [name, { rooms = [] }]] of Object.entries(serverRooms).entries())
    for (const room of rooms) expect([name, names.slice(0, place)]).toEqual([name, expect.arrayContaining([room])])
})

test('files that import each other in a circle are found', async () => {
  const { detail } = await checkHouse(
    ['packages/exam/src/first.ts', 'packages/exam/src/second.ts'],
    ['packages/exam/src/second.ts', 'packages/exam/src/first.ts'],
  )
  expect(detail).toContain('no-circles')
})

test('no rule allows a library that it does not name', () => {
  const allowing = (importRules.allowed ?? []).filter(({ to }) =>
    new RegExp(String(to.path)).test('node_modules/nobodys-library/index.js'),
  )
  expect(allowing).toEqual([])
})

test('a rule names each package of npm, and no pattern of several', () => {
  expect(npm('big.js', '@lexical/list')).toEqual([
    '^node_modules/(@types/)?big\\.js/',
    '^node_modules/(@types/)?@lexical/list/',
  ])
  for (const pattern of ['@lexical/[\\w-]+', '@fontsource(-variable)?/noto-sans', '.*', '@types/', ''])
    expect(() => npm(pattern), pattern).toThrow('is no name of a package')
})
