import { roles } from '@sitwell/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { givableTo } from './givable.ts'
import type { ActionTarget, Grant, Scope } from './grant.ts'
import { isInForce, isWithin, mayDo, mayGrant } from './may.ts'

const nowMs = 1000
const id = fc.constantFrom('a', 'b')
const scope: fc.Arbitrary<Scope> = fc.oneof(
  { arbitrary: fc.constant<Scope>({ kind: 'organisation' }), weight: 3 },
  fc.record({ kind: fc.constantFrom('centre', 'room', 'group', 'exam', 'delivery'), id }),
  fc.record({ kind: fc.constant('delivery-room'), delivery: id, room: id }),
)
const place: fc.Arbitrary<ActionTarget> = fc.record({ groups: fc.subarray(['a', 'b']) }, { requiredKeys: [] })
const moment = fc.option(fc.integer({ min: 900, max: 1100 }), { nil: null })
const grants = fc.array(
  fc.record<Grant>({
    ...{ id: fc.uuid(), role: fc.constantFrom(...roles), scope, fromMs: moment, untilMs: moment, isWithdrawn: fc.boolean() },
  }),
  { maxLength: 4 },
)

test('what is offered may be given, up to its end and no later, and what is not offered may not', () => {
  void fc.assert(
    fc.property(grants, place, (actor, where) => {
      const offered = givableTo(actor, where, nowMs)
      const scopes = actor.filter((grant) => isInForce(grant, nowMs)).map((grant) => grant.scope)
      if (!mayDo(actor, 'roles.grant', where, nowMs)) expect(offered).toEqual([])
      else
        for (const part of scopes)
          for (const role of roles) {
            // An owner has the whole organisation: the call refuses any other.
            if (role === 'owner' && part.kind !== 'organisation') continue
            const found = offered
              .filter((one) => JSON.stringify(one.scope) === JSON.stringify(part))
              .flatMap((one) => one.roles)
              .find((one) => one.role === role)
            const may = (untilMs: number | null) => mayGrant(actor, { role, scope: part, untilMs }, nowMs)
            expect(found !== undefined).toBe(may(nowMs))
            if (found === undefined) continue
            expect(may(found.untilMs)).toBe(true)
            if (found.untilMs !== null) expect([may(found.untilMs + 1), may(null)]).toEqual([false, false])
          }
    }),
    { numRuns: 500 },
  )
})

test('what is offered in a part may be given in what lies within it', () => {
  void fc.assert(
    fc.property(grants, place, scope, (actor, where, inner) => {
      for (const { scope: part, roles: offered } of givableTo(actor, where, nowMs))
        if (isWithin(inner, part))
          for (const { role, untilMs } of offered) expect(mayGrant(actor, { role, scope: inner, untilMs }, nowMs)).toBe(true)
    }),
  )
})

test('an exams officer of a group offers there what is below them, to the people of the group alone, for as long as their own role', () => {
  const inGroup: Scope = { kind: 'group', id: 'a' }
  const officer: Grant = { id: '1', role: 'exams-officer', scope: inGroup, fromMs: null, untilMs: 5000, isWithdrawn: false }
  const below = ['exams-officer', 'author', 'invigilator', 'marker', 'chief-examiner']
  expect(givableTo([officer], { groups: ['a'] }, nowMs)).toEqual([
    { scope: inGroup, roles: below.map((role) => ({ role, untilMs: 5000 })) },
  ])
  expect(givableTo([officer], { groups: ['b'] }, nowMs)).toEqual([])
  const marker: Grant = { ...officer, id: '2', role: 'marker', scope: { kind: 'organisation' }, untilMs: null }
  // A marker's permissions in all of the organisation are no reason to give them there.
  expect(givableTo([officer, marker], { groups: ['a'] }, nowMs)).toHaveLength(1)
})
