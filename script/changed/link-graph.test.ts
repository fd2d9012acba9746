import { expect, test } from 'vitest'
import { linkGraph } from './link-graph.ts'

const graphOf = (texts: Readonly<Record<string, string>>) => {
  const graph = linkGraph({ paths: Object.keys(texts).sort(), texts: new Map(Object.entries(texts)) })
  return (path: string) => Object.fromEntries((graph.get(path) ?? []).map(({ to, steps }) => [to, steps]))
}

const contract = {
  'packages/contract/package.json': '{ "name": "@sitwell/contract", "exports": { ".": "./src/index.ts" } }',
  'packages/contract/src/index.ts': "export * from './calls.ts'\nexport * from './refusals.ts'\n",
  'packages/contract/src/refusals.ts': 'export const refusals = 1\n',
  'packages/contract/src/calls.ts': [
    "import { ping } from './calls/ping.ts'",
    "import { save } from './calls/save.ts'",
    'export const calls = { ping, save }',
    'export { ping, save }',
  ].join('\n'),
  'packages/contract/src/calls/ping.ts': 'export const ping = 1\n',
  'packages/contract/src/calls/save.ts': 'export const save = 1\n',
}

test('a name that a package passes on leads to the module that declares it', () => {
  const links = graphOf({ ...contract, 'apps/player/src/a.ts': "import { ping, refusals } from '@sitwell/contract'\n" })
  expect(links('apps/player/src/a.ts')).toEqual({
    'packages/contract/src/calls/ping.ts': 1,
    'packages/contract/src/refusals.ts': 1,
  })
})

test('a test depends on the calls that it makes and on no others, and a call on the server’s handler of it', () => {
  const links = graphOf({
    ...contract,
    'apps/server/src/files/save.ts':
      "import { save } from '@sitwell/contract'\nexport const saveRoute = () => route(save, () => 1)\n",
    'apps/server/src/live/a.test.ts': "import { calls } from '@sitwell/contract'\nawait tryCall(server, calls.save, {})\n",
    'apps/server/src/live/b.test.ts':
      "import { calls } from '@sitwell/contract'\nfor (const call of Object.values(calls)) check(call)\n",
  })
  expect(links('apps/server/src/live/a.test.ts')).toEqual({ 'packages/contract/src/calls/save.ts': 1 })
  expect(links('packages/contract/src/calls/save.ts')).toEqual({ 'apps/server/src/files/save.ts': 1 })
  expect(links('apps/server/src/live/b.test.ts')).toEqual({ 'packages/contract/src/calls.ts': 1 })
})

test('a test without a browser is about its folder, one in a browser about the folders below too', () => {
  const links = graphOf({
    'apps/player/src/exam/a.test.ts': '',
    'apps/player/src/exam/a.spec.ts': '',
    'apps/player/src/exam/a.ts': '',
    'apps/player/src/exam/time/timer.tsx': '',
    'apps/player/src/rubric/rubric.tsx': '',
  })
  expect(links('apps/player/src/exam/a.test.ts')).toEqual({ 'apps/player/src/exam/a.ts': 2 })
  expect(links('apps/player/src/exam/a.spec.ts')).toEqual({
    'apps/player/src/exam/a.ts': 1,
    'apps/player/src/exam/time/timer.tsx': 2,
  })
})

test('a story of e2e is about what its subjects begin with', () => {
  const links = graphOf({
    'e2e/calendar.spec.ts': '',
    'packages/question-types/src/grid-form/calendar-day.tsx': '',
    'packages/question-types/src/grid-form/picture.tsx': '',
  })
  expect(links('e2e/calendar.spec.ts')).toEqual({ 'packages/question-types/src/grid-form/calendar-day.tsx': 1 })
})

test('a test of the server is next to what it shows through the whole server, and to the database code that it covers', () => {
  const lock = 'apps/server/src/assessment/form-run/ledger-queries.ts'
  const links = graphOf({
    'apps/server/src/testing/at-once.test.ts': '',
    [lock]: '',
    'apps/server/src/security/mfa/mfa.test.ts': '',
    'apps/server/src/security/mfa/check-code.ts': '',
  })
  expect(links('apps/server/src/testing/at-once.test.ts')).toEqual({ [lock]: 1 })
  expect(links('apps/server/src/security/mfa/mfa.test.ts')).toMatchObject({ 'apps/server/src/security/mfa/check-code.ts': 1 })
})

test('what shows a message depends on its text in each language', () => {
  const links = graphOf({
    'packages/i18n/messages/en/time.json': '{\n  "time.left": "Left"\n}\n',
    'packages/i18n/messages/de/time.json': '{\n  "time.left": "Übrig"\n}\n',
    'packages/i18n/messages/en/other.json': '{\n  "other.name": "Other"\n}\n',
    'apps/player/src/a.tsx': "const left = text('time.left')\n",
  })
  expect(links('apps/player/src/a.tsx')).toEqual({
    'packages/i18n/messages/de/time.json': 1,
    'packages/i18n/messages/en/time.json': 1,
  })
})

test('every test depends on its settings and on what is installed', () => {
  const links = graphOf({
    'package-lock.json': '{}',
    'vitest.config.ts': '',
    'playwright.config.ts': '',
    'packages/exam/src/a.test.ts': '',
  })
  expect(links('packages/exam/src/a.test.ts')).toEqual({ 'package-lock.json': 3, 'vitest.config.ts': 3 })
})
