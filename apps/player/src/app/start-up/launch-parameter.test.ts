import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPlayerSession } from '../../context/session-store.ts'
import { launchAddress } from './launch-address.ts'
import { readLaunch as readLaunchAt, storeLaunch } from './launch-parameter.ts'

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
const readLaunch = (search: string) => readLaunchAt(search, 'https://exams.example')
const search = (value: unknown) => `?x=${encodeURIComponent(JSON.stringify(value))}`

const memory = () => {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

// START-106 START-107 START-108
test('a launch address starts a session that is kept in session storage', () => {
  const reading = readLaunch(search(launch))
  if (reading.kind !== 'launch') throw new Error(reading.kind)
  const store = createPlayerSession(memory())
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
  const store = createPlayerSession(memory())
  storeLaunch(store, reading.launch)
  expect(store.externalSchedule.get()).toMatchObject({ guid: 's', examGuid: 'e', examName: 'Safety' })
  expect(store.externalExam.get()).toEqual({ examGuid: 'e' })
})

test('an address without x is no launch, and what x says is checked like a server’s reply', () => {
  expect(readLaunch('?demo')).toEqual({ kind: 'none' })
  expect(readLaunch('?x')).toEqual({ kind: 'none' })
  expect(readLaunch('?x={')).toMatchObject({ kind: 'invalid' })
  for (const part of ['user', 'client', 'token', 'settings']) {
    expect(readLaunch(search({ ...launch, [part]: undefined })), part).toMatchObject({
      kind: 'invalid',
      reason: expect.stringContaining(part),
    })
  }
  expect(readLaunch(search({ ...launch, schedule: { name: 'x' } }))).toMatchObject({ kind: 'invalid' })
})

test('ten megabytes are no launch', () => {
  expect(readLaunch(search({ ...launch, settings: { name: 'x'.repeat(10_000_000) } }))).toEqual({
    kind: 'invalid',
    reason: 'The launch address is too long',
  })
})

test('a launch sends nobody to another site', () => {
  const adminUrlOf = (adminUrl: string) => {
    const reading = readLaunch(search({ ...launch, settings: { adminUrl } }))
    return reading.kind === 'launch' ? reading.launch.settings.adminUrl : reading.kind
  }
  expect(adminUrlOf('https://exams.example/rubric')).toBe('https://exams.example/rubric')
  expect(adminUrlOf('/rubric')).toBe('/rubric')
  for (const elsewhere of [
    'https://evil.example',
    '//evil.example',
    'javascript:alert(1)',
    '\\\\evil.example',
    'data:text/html,x',
  ])
    expect(adminUrlOf(elsewhere), elsewhere).toBeUndefined()
  expect(launchAddress({ exam: { examGuid: '//evil.example/../..' } })).toBe('/exam/%2F%2Fevil.example%2F..%2F..')
})

test('whatever stands in x is a launch that can be stored and read again, or refused with words', () => {
  const changed = fc.record(
    {
      user: fc.oneof(fc.constant(launch.user), fc.jsonValue()),
      client: fc.oneof(fc.constant(launch.client), fc.jsonValue()),
      token: fc.oneof(fc.constant(launch.token), fc.jsonValue()),
      settings: fc.oneof(fc.constant(launch.settings), fc.jsonValue()),
      schedule: fc.oneof(fc.constant(schedule), fc.jsonValue()),
      exam: fc.oneof(fc.constant({ examGuid: 'e' }), fc.jsonValue()),
    },
    { requiredKeys: [] },
  )
  const typed = fc.oneof(
    changed.map(search),
    fc.string().map((text) => `?x=${text}`),
    fc.jsonValue().map(search),
  )
  fc.assert(
    fc.property(typed, (text) => {
      const reading = readLaunch(text)
      if (reading.kind === 'invalid') expect(reading.reason).not.toBe('')
      if (reading.kind !== 'launch') return
      const store = createPlayerSession(memory())
      storeLaunch(store, reading.launch)
      expect(store.load()?.user).toEqual(reading.launch.user)
    }),
  )
})
