import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createPlayerSession } from './session-store.ts'
import { clientSettings } from './settings/client-settings.ts'

const memory = (initial: Record<string, string> = {}) => {
  const values = new Map(Object.entries(initial))
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

const ann = { id: 7, guid: 'u-7', languageId: 1, firstName: 'Ann', lastName: 'Bell', admin: false }

/** What browsers hold since version 1. Only ever add to it. */
const frozen = {
  'sitwell.user':
    '{"version":1,"value":{"id":7,"guid":"u-7","languageId":1,"firstName":"Ann","lastName":"Bell","admin":false,"dateOfBirth":"1990-02-28","learnerIdentifier":"QQ123456C","email":"a@b.example"}}',
  'sitwell.client': '{"version":1,"value":{"id":1,"urlToken":"demo"}}',
  'sitwell.tokens': '{"version":1,"value":{"access":"a","refresh":"r"}}',
  'sitwell.settings': '{"version":1,"value":{"confirmDobMode":2,"logoUrl":"data:image/png;base64,AA=="}}',
}

// ENT-107 ENT-108 ENT-109 ENT-217
test('what browsers hold since version 1 is still read, every field of it', () => {
  const user = { ...ann, dateOfBirth: '1990-02-28', learnerIdentifier: 'QQ123456C', email: 'a@b.example' }
  const publicUser = { ...user, publicExamUserName: 'Ann B' }
  const held = { ...frozen, 'sitwell.user': JSON.stringify({ version: 1, value: publicUser }) }
  expect(createPlayerSession(memory(held)).load()?.user).toEqual(publicUser)
  expect(createPlayerSession(memory(frozen)).load()).toMatchObject({
    user,
    client: { id: 1, urlToken: 'demo' },
    tokens: { access: 'a', refresh: 'r' },
    settings: { confirmDobMode: 2, resultFeedbackMask: -1 },
  })
})

// AUTH-120
test('a session is valid only with a user, a client and tokens', () => {
  for (const missing of ['sitwell.user', 'sitwell.client', 'sitwell.tokens']) {
    const storage = memory(frozen)
    storage.removeItem(missing)
    expect(createPlayerSession(storage).load(), missing).toBeUndefined()
  }
  const empty = memory({ ...frozen, 'sitwell.tokens': '{"version":1,"value":{"access":"","refresh":""}}' })
  expect(createPlayerSession(empty).load()).toBeUndefined()
})

test('what another version wrote, or nobody can read, counts as nothing', () => {
  for (const text of ['{"version":2,"value":{}}', '{', 'null', '[]', '"x"', '{"version":1,"value":[1]}']) {
    expect(createPlayerSession(memory({ ...frozen, 'sitwell.user': text })).load(), text).toBeUndefined()
  }
})

// START-138
test('user, organisation, tokens and settings each have a key of their own in the storage of the browser', () => {
  const storage = memory()
  const store = createPlayerSession(storage)
  const given = {
    user: ann,
    client: { id: 1, urlToken: 'demo' },
    tokens: { access: 'a', refresh: 'r' },
    settings: z.parse(clientSettings, { confirmDobMode: 2 }),
  }
  const setting = {
    user: () => store.user.set(given.user),
    client: () => store.client.set(given.client),
    tokens: () => store.tokens.set(given.tokens),
    settings: () => store.settings.set(given.settings),
  }
  const names = ['user', 'client', 'tokens', 'settings'] as const
  for (const [index, name] of names.entries()) {
    setting[name]()
    expect([...storage.values.keys()]).toEqual(names.slice(0, index + 1).map((one) => `sitwell.${one}`))
    expect(JSON.parse(storage.getItem(`sitwell.${name}`) ?? '')).toEqual({ version: 1, value: given[name] })
  }
  expect(createPlayerSession(storage).load()).toEqual(given)
})

test('signing out keeps the organisation and forgets the learner', () => {
  const storage = memory(frozen)
  const store = createPlayerSession(storage)
  store.user.set(ann)
  store.externalExam.set({ examGuid: 'e' })
  store.clearSession()
  expect([...storage.values.keys()].sort()).toEqual(['sitwell.client', 'sitwell.settings'])
})
