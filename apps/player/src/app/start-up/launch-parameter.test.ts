import { expect, test } from 'vitest'
import { createSessionStore } from '../../api/session-store.ts'
import { readLaunch, storeLaunch } from './launch-parameter.ts'

const launch = {
  user: { id: 7, guid: 'u-7', languageId: 1, firstName: 'Ann', lastName: 'Bell', admin: false },
  client: { id: 1, urlToken: 'demo' },
  token: { access: 'a', refresh: 'r' },
  settings: { confirmDobMode: 1 },
}
const schedule = {
  scheduleGuid: 's',
  type: 1,
  examName: 'Safety',
  objectGUID: 'e',
  objectTypeGUID: 't',
  version: 1,
  objectID: 2,
}
const search = (value: unknown) => `?x=${encodeURIComponent(JSON.stringify(value))}`

const memory = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

// START-106 START-107 START-108
test('a launch address starts a session that is kept in session storage', () => {
  const reading = readLaunch(search(launch))
  if (reading.kind !== 'launch') throw new Error(reading.kind)
  const store = createSessionStore(memory())
  storeLaunch(store, reading.launch)
  expect(store.load()).toMatchObject({
    user: { guid: 'u-7' },
    client: { id: 1 },
    tokens: { access: 'a' },
    settings: { confirmDobMode: 1 },
  })
})

// SCH-216 SCH-217
test('a schedule and an exam that come with it are kept too', () => {
  const reading = readLaunch(search({ ...launch, schedule, exam: { examGuid: 'e' } }))
  if (reading.kind !== 'launch') throw new Error(reading.kind)
  const store = createSessionStore(memory())
  storeLaunch(store, reading.launch)
  expect(store.externalSchedule.get()).toMatchObject({ guid: 's', examGuid: 'e', examName: 'Safety' })
  expect(store.externalExam.get()).toEqual({ examGuid: 'e' })
})

test('an address without x is no launch, and what x says is checked like a server’s reply', () => {
  expect(readLaunch('?demo')).toEqual({ kind: 'none' })
  expect(readLaunch('?x={')).toMatchObject({ kind: 'invalid' })
  for (const part of ['user', 'client', 'token', 'settings']) {
    expect(readLaunch(search({ ...launch, [part]: undefined })), part).toMatchObject({
      kind: 'invalid',
      reason: expect.stringContaining(part),
    })
  }
  expect(readLaunch(search({ ...launch, schedule: { name: 'x' } }))).toMatchObject({ kind: 'invalid' })
})
