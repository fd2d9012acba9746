import { expect, test } from 'vitest'
import { createKeptStart } from './kept-start.ts'

const facts = {
  ...{ sessionId: '8d1c6b1e-5b1f-4c8e-9a35-0f6f5d1b7a10', isPending: false, roles: [], permissions: [], idleMinutes: 30 },
  ...{ recoveryCodes: 0 },
  person: {
    ...{ userId: 1, userGuid: '3b0b0f4e-6f35-4f6e-8f0b-9a7d0f4b2c11', username: 'mara', firstName: 'Mara', lastName: 'Vogt' },
  },
  organisation: { orgId: 1, name: 'College', urlToken: 'college' },
} as const
const appSettings = {
  ...{ appVersion: '1.0', apiEndpointUrl: 'https://exams.example/', authenticationUrl: 'https://exams.example/security' },
}
const minuteMs = 60_000

/** A tab's storage, and a clock. */
const openTab = () => {
  const values = new Map<string, string>()
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
  const clock = { nowMs: 1_000_000 }
  // Boundary: of the settings only what a start needs.
  const start = { facts, appSettings, texts: new Map([['office.signOut', 'Leave']]) } as unknown as Parameters<
    ReturnType<typeof createKeptStart>['keep']
  >[0]
  const kept = createKeptStart(storage, () => clock.nowMs)
  return { values, clock, kept, start }
}

test('a tab starts with what it kept for as long as its session may be unused, counted from the last use', () => {
  const { clock, kept, start } = openTab()
  kept.keep(start)
  expect(kept.get()).toBeUndefined()
  kept.used()
  expect(kept.get()).toMatchObject({ facts, texts: start.texts })
  clock.nowMs += 29 * minuteMs
  kept.used()
  clock.nowMs += 30 * minuteMs - 1
  expect(kept.get()).toBeDefined()
  clock.nowMs += 1
  expect(kept.get()).toBeUndefined()
})

test('a clock that was set back opens nothing', () => {
  const { clock, kept, start } = openTab()
  kept.keep(start)
  kept.used()
  clock.nowMs -= 2 * minuteMs
  expect(kept.get()).toBeUndefined()
})

test('nothing is left in the tab once the session has ended', () => {
  const { values, kept, start } = openTab()
  kept.keep(start)
  kept.used()
  kept.clear()
  expect([...values]).toEqual([])
})

test('a session whose second step is open is never gone on with', () => {
  const { kept, start } = openTab()
  kept.keep({ ...start, facts: { ...start.facts, isPending: true } })
  kept.used()
  expect(kept.get()).toBeUndefined()
})
