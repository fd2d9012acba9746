import { memoryStorage } from '@sitwell/client/testing/memory-storage'
import { expect, test } from 'vitest'
import { lastThemeName, rememberedThemeName, rememberThemeName } from './theme-memory.ts'

const visitor = { orgId: 1 }
const ann = { orgId: 1, userGuid: 'ann' }
const bob = { orgId: 1, userGuid: 'bob' }

test('each person has their own theme in a browser, and so has an organisation’s login page', () => {
  const storage = memoryStorage()
  expect(rememberedThemeName(storage, ann)).toBeUndefined()
  rememberThemeName(storage, ann, 'White on Black')
  rememberThemeName(storage, visitor, 'Black on Yellow')
  expect(rememberedThemeName(storage, ann)).toBe('White on Black')
  expect(rememberedThemeName(storage, bob)).toBe('Black on Yellow')
  expect(rememberedThemeName(storage, { orgId: 2, userGuid: 'ann' })).toBeUndefined()
  expect(lastThemeName(storage)).toBe('Black on Yellow')
})

test('an unreadable value is deleted', () => {
  for (const stored of ['{"version":9}', '{', 'null', '{"version":2,"names":[]}']) {
    const storage = memoryStorage()
    storage.setItem('sitwell.theme', stored)
    expect(rememberedThemeName(storage, ann), stored).toBeUndefined()
  }
})

// Only ever add to these: they are what browsers hold.
test('the choices of browsers of every version are still read', () => {
  const storage = memoryStorage()
  storage.setItem('sitwell.theme', '{"version":1,"name":"Black on Yellow"}')
  expect([lastThemeName(storage), rememberedThemeName(storage, ann)]).toEqual(['Black on Yellow', 'Black on Yellow'])
  storage.setItem('sitwell.theme', '{"version":2,"last":"Default","names":{"1":"White on Black","1/ann":"Purple on White"}}')
  expect([rememberedThemeName(storage, ann), rememberedThemeName(storage, bob)]).toEqual(['Purple on White', 'White on Black'])
})

test('a room’s computer remembers the last two hundred people', () => {
  const storage = memoryStorage()
  for (let person = 0; person < 300; person += 1)
    rememberThemeName(storage, { orgId: 1, userGuid: `p${person}` }, 'White on Black')
  expect(rememberedThemeName(storage, { orgId: 1, userGuid: 'p99' })).toBeUndefined()
  expect(rememberedThemeName(storage, { orgId: 1, userGuid: 'p100' })).toBe('White on Black')
})
