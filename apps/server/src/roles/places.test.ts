import { permissions, roles } from '@sitwell/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ActionTarget, Grant, Scope } from './grant.ts'
import { isInForce, mayAddTo, mayDo, permissionsAt } from './may.ts'
import { holdsAnywhere, type Places, placesIn } from './places.ts'

const nowMs = 1000
const id = fc.constantFrom('a', 'b')
const scope: fc.Arbitrary<Scope> = fc.oneof(
  fc.constant<Scope>({ kind: 'organisation' }),
  { arbitrary: fc.record({ kind: fc.constant('group' as const), id }), weight: 3 },
  fc.record({ kind: fc.constantFrom('centre' as const, 'room' as const, 'exam' as const), id }),
)
const moment = fc.option(fc.integer({ min: 900, max: 1100 }), { nil: null })
const grant: fc.Arbitrary<Grant> = fc.record({
  id: fc.uuid(),
  role: fc.constantFrom(...roles),
  scope,
  fromMs: moment,
  untilMs: moment,
  isWithdrawn: fc.boolean(),
})
const grants = fc.array(grant, { maxLength: 5 })
const groups = fc.subarray(['a', 'b', 'c'])
const permission = fc.constantFrom(...permissions)
const of = (role: Grant['role'], part: Scope, more: Partial<Grant> = {}): Grant => ({
  ...{ id: role, role, scope: part, fromMs: null, untilMs: null, isWithdrawn: false },
  ...more,
})
const group = (one: string): Scope => ({ kind: 'group', id: one })

const isPlace = (
  { isEverywhere, groups: some, centres, rooms }: Places,
  { groups: own = [], centre = '', room = '' }: ActionTarget,
) => isEverywhere || own.some((one) => some.includes(one)) || centres.includes(centre) || rooms.includes(room)

test('the places of a permission are those in which it may be used now', () => {
  fc.assert(
    fc.property(grants, permission, groups, id, (all, one, within, place) => {
      const places = placesIn(all, one, nowMs)
      for (const at of [{ groups: within }, { centre: place }, { room: place }, { room: place, centre: place }])
        expect(isPlace(places, at)).toBe(mayDo(all, one, at, nowMs))
      expect(places.isEverywhere).toBe(mayDo(all, one, {}, nowMs))
      if (places.isEverywhere || places.groups.length > 0) expect(holdsAnywhere(all, one, nowMs)).toBe(true)
    }),
    { numRuns: 2000 },
  )
  const over = of('exams-officer', group('a'), { untilMs: nowMs })
  expect([holdsAnywhere([over], 'people.read', nowMs), holdsAnywhere([over], 'people.read', nowMs - 1)]).toEqual([false, true])
})

const inGroup = (actor: readonly Grant[], others: readonly Grant[], one: string) => [
  ...actor.filter((held) => held.scope.kind === 'group' && held.scope.id === one).map((held) => ({ grant: held, isOwn: true })),
  ...others.map((held) => ({ grant: { ...held, scope: group(one) }, isOwn: false })),
]

test('whoever adds a person to a group gains nothing over that person by it, now or later', () => {
  fc.assert(
    fc.property(grants, grants, groups, id, fc.integer({ min: nowMs, max: 1100 }), (actor, others, before, one, atMs) => {
      if (!mayAddTo(actor, inGroup(actor, others, one), { groups: before }, nowMs)) return
      const gained = permissionsAt(actor, { groups: [...before, one] }, atMs)
      const had = new Set([
        ...permissionsAt(actor, { groups: before }, atMs),
        // What they have while they add.
        ...permissionsAt(
          actor.filter((held) => isInForce(held, nowMs)),
          { groups: before },
          atMs,
        ),
      ])
      expect(gained.filter((each) => !had.has(each))).toEqual([])
    }),
    { numRuns: 5000 },
  )
})

test('nobody else gets more over a person by it than whoever adds them has', () => {
  fc.assert(
    fc.property(grants, grants, groups, id, (actor, others, before, one) => {
      if (!mayAddTo(actor, inGroup(actor, others, one), { groups: before }, nowMs)) return
      const given = others.filter((held) => isInForce(held, nowMs)).map((held) => ({ ...held, scope: group(one) }))
      if (before.includes(one)) return
      const own = permissionsAt(actor, { groups: before }, nowMs)
      expect(permissionsAt(given, { groups: [one] }, nowMs).filter((each) => !own.includes(each))).toEqual([])
    }),
    { numRuns: 5000 },
  )
})

test('an exams officer of the organisation adds anybody to a group of markers, and one of a group nobody from outside it', () => {
  const whole = [of('exams-officer', { kind: 'organisation' }, { untilMs: nowMs + 10 })]
  const marker = { grant: of('marker', group('a')), isOwn: false }
  expect(mayAddTo(whole, [marker], {}, nowMs)).toBe(true)
  // An owner in that group could do more to them.
  expect(mayAddTo(whole, [{ grant: of('owner', group('a')), isOwn: false }], {}, nowMs)).toBe(false)
  const narrow = of('exams-officer', group('a'))
  expect(mayAddTo([narrow], [{ grant: narrow, isOwn: true }], { groups: ['b'] }, nowMs)).toBe(false)
  const both = [narrow, of('exams-officer', group('b'))]
  expect(mayAddTo(both, [{ grant: narrow, isOwn: true }], { groups: ['b'] }, nowMs)).toBe(true)
  // What ends tomorrow over the person would continue forever in the other group.
  const soon = [narrow, of('exams-officer', group('b'), { untilMs: nowMs + 10 })]
  expect(mayAddTo(soon, [{ grant: narrow, isOwn: true }], { groups: ['b'] }, nowMs)).toBe(false)
})
