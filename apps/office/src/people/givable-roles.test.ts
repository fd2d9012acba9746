import type { GivableRoles } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { chosenOf, givableAt, givableParts, isAnythingGivable, isGivableEverywhere } from './givable-roles.ts'
import { roleScopeOf } from './scope-field.tsx'

const friday = '2026-12-04T12:00:00.000Z'
const monday = '2026-12-07T12:00:00.000Z'
const group = { kind: 'group', id: 'g', name: 'Catering' } as const
const room = { kind: 'room', id: 'r', name: 'Hall', centre: 'Leith' } as const

test('what is given in the whole organisation is given in every part of it, and what is of a part there alone', () => {
  const mayGive: GivableRoles[] = [
    { roles: [{ role: 'marker', until: friday }] },
    { scope: group, roles: [{ role: 'author' }, { role: 'marker', until: monday }] },
  ]
  expect(givableAt(mayGive, { kind: 'organisation' })).toEqual([{ role: 'marker', until: friday }])
  expect(givableAt(mayGive, undefined)).toEqual([{ role: 'marker', until: friday }])
  expect(givableAt(mayGive, { kind: 'group', id: 'other' })).toEqual([{ role: 'marker', until: friday }])
  // The later of two ends counts, and none is later than all.
  expect(givableAt(mayGive, { kind: 'group', id: 'g' })).toEqual([{ role: 'marker', until: monday }, { role: 'author' }])
  const endless: GivableRoles[] = [...mayGive, { scope: group, roles: [{ role: 'marker' }] }]
  expect(givableAt(endless, { kind: 'group', id: 'g' })).toEqual([{ role: 'marker' }, { role: 'author' }])
})

test('a part is chosen as a call names it, and one that no call names is none', () => {
  const mayGive: GivableRoles[] = [
    { scope: room, roles: [{ role: 'marker' }] },
    { scope: group, roles: [{ role: 'marker' }] },
    { scope: { kind: 'exam', id: 'e' }, roles: [{ role: 'marker' }] },
  ]
  expect(isGivableEverywhere(mayGive)).toBe(false)
  expect(givableParts(mayGive).map((part) => roleScopeOf(chosenOf(part)))).toEqual([
    { kind: 'room', id: 'r' },
    { kind: 'group', id: 'g' },
  ])
  expect([isAnythingGivable(mayGive), isAnythingGivable(mayGive.slice(2)), isAnythingGivable([])]).toEqual([true, false, false])
})
