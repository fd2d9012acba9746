import { storedValue } from '@sitwell/client/stored-value'
import { memoryStorage } from '@sitwell/client/testing/memory-storage'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createSessionStore } from './session-store.ts'

const settings = z.object({ colour: z.string() })
const ann = { id: 7, guid: 'u-7', languageId: 1, firstName: 'Ann', lastName: 'Bell', admin: false }
const given = {
  user: ann,
  client: { id: 1, urlToken: 'demo' },
  tokens: { access: 'a', refresh: 'r' },
  settings: { colour: 'red' },
}

/** A tab in which somebody is signed in to an app, and what it keeps besides. */
const signedIn = (prefix = 'office', storage = memoryStorage()) => {
  const draft = storedValue(storage, `${prefix}.draft`, z.object({}))
  const store = createSessionStore(storage, prefix, settings, [draft])
  store.user.set(given.user)
  store.client.set(given.client)
  store.tokens.set(given.tokens)
  store.settings.set(given.settings)
  draft.set({})
  return { storage, store, draft }
}

test('a session is valid only with a user, a client and tokens', () => {
  expect(signedIn().store.load()).toEqual(given)
  for (const missing of ['user', 'client', 'tokens'] as const) {
    const { store } = signedIn()
    store[missing].clear()
    expect([missing, store.load()]).toEqual([missing, undefined])
  }
})

test('apps of one site have separate sessions: the end of one does not affect the other', () => {
  const { storage, store, draft } = signedIn()
  const other = signedIn('player', storage)
  store.clearSession()
  expect([store.load(), draft.get(), store.client.get(), store.settings.get()]).toEqual([
    undefined,
    undefined,
    given.client,
    given.settings,
  ])
  expect([other.store.load(), other.draft.get()]).toEqual([given, {}])
})

// START-157
test('only an object is stored', () => {
  const value = storedValue(memoryStorage(), 'k', z.looseObject({}))
  // A list is an object to TypeScript, so this boundary has to be crossed to try it.
  expect(() => value.set([1] as unknown as { a: number })).toThrow('must be an object')
  expect(value.set({ a: 1 })).toBe(true)
  expect(value.get()).toEqual({ a: 1 })
})

test('a browser without storage is not an error', () => {
  const refuses = () => {
    throw new Error('QuotaExceededError')
  }
  const value = storedValue({ getItem: refuses, setItem: refuses, removeItem: refuses }, 'k', z.looseObject({}))
  expect(value.set({ a: 1 })).toBe(false)
  expect(value.get()).toBeUndefined()
  value.clear()
})
