import { permissions, permissionsOfRole, type Role, roles } from '@sitwell/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ActionTarget, type Grant, grantsOf, permissionsOf, type Scope } from './grant.ts'
import {
  covers,
  flagsOf,
  isInForce,
  isWithin,
  keepsAnOwner,
  mayDo,
  mayGrant,
  mayManage,
  maySignInAs,
  mayWithdraw,
  permissionsAt,
} from './may.ts'

const nowMs = 1000
const id = fc.constantFrom('a', 'b')
const scope: fc.Arbitrary<Scope> = fc.oneof(
  { arbitrary: fc.constant<Scope>({ kind: 'organisation' }), weight: 3 },
  fc.record({ kind: fc.constantFrom('centre', 'room', 'group', 'exam', 'delivery'), id }),
  fc.record({ kind: fc.constant('delivery-room'), delivery: id, room: id }),
)
const place: fc.Arbitrary<ActionTarget> = fc.record(
  { centre: id, room: id, groups: fc.subarray(['a', 'b']), exam: id, delivery: id },
  { requiredKeys: [] },
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
const grants = fc.array(grant, { maxLength: 4 })
const of = (role: Role, more: Partial<Grant> = {}): Grant => ({
  ...{ id: role, role, scope: { kind: 'organisation' }, fromMs: null, untilMs: null, isWithdrawn: false },
  ...more,
})

describe('the built-in roles', () => {
  test('are all listed, with an owner who may do everything and an auditor who only reads', () => {
    expect([...roles].sort()).toEqual(Object.keys(permissionsOfRole).sort())
    expect(permissionsOfRole.owner).toEqual(permissions)
    expect(permissionsOfRole.auditor).toEqual(permissions.filter((one) => one.endsWith('.read')))
  })

  test('owners alone manage owners, and the administrators of the specification are owner, exams officer and IT administrator', () => {
    const having = (permission: (typeof permissions)[number]) =>
      roles.filter((role) => (permissionsOfRole[role] as readonly string[]).includes(permission))
    expect(having('owners.manage')).toEqual(['owner'])
    expect(having('player.admin')).toEqual(['owner', 'exams-officer', 'it-administrator'])
    expect(having('player.sign-in-as')).toEqual(['owner', 'exams-officer', 'it-administrator'])
  })

  test('an exams officer may appoint authors, invigilators, markers and chief examiners, and nobody above', () => {
    const officer = [of('exams-officer')]
    const appointed = roles.filter((role) => mayGrant(officer, of(role), nowMs))
    expect(appointed).toEqual(['exams-officer', 'author', 'invigilator', 'marker', 'chief-examiner'])
    const others = roles.filter((role) => role !== 'owner' && role !== 'exams-officer')
    expect(others.filter((role) => roles.some((wanted) => mayGrant([of(role)], of(wanted), nowMs)))).toEqual([])
  })
})

describe('what a person may do now', () => {
  test('is what the grants in force allow at the place, and nothing else', () => {
    fc.assert(
      fc.property(grants, place, (all, where) => {
        const allowed = permissionsAt(all, where, nowMs)
        const counting = all.filter(
          ({ isWithdrawn, fromMs, untilMs, scope: part }) =>
            !isWithdrawn && (fromMs ?? 0) <= nowMs && nowMs < (untilMs ?? Infinity) && covers(part, where),
        )
        const expected = new Set(counting.flatMap(({ role }): readonly string[] => permissionsOf(role)))
        expect(new Set<string>(allowed)).toEqual(expected)
      }),
    )
  })

  test('a grant begins with its first moment, ends with its last, and never holds once it is withdrawn', () => {
    const limited = { fromMs: nowMs, untilMs: nowMs + 1 }
    expect([nowMs - 1, nowMs, nowMs + 1].map((at) => isInForce(of('marker', limited), at))).toEqual([false, true, false])
    expect(isInForce(of('marker', { isWithdrawn: true }), nowMs)).toBe(false)
  })

  test('a scope within another covers nothing that the other does not', () => {
    fc.assert(
      fc.property(scope, scope, place, (inner, outer, where) => {
        if (isWithin(inner, outer) && covers(inner, where)) expect(covers(outer, where)).toBe(true)
        expect(isWithin(inner, inner)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('nobody goes beyond their own permissions', () => {
  test('whatever may be granted gives the person nothing, at any place and time, that the one who grants did not have', () => {
    fc.assert(
      fc.property(grants, grant, place, fc.integer({ min: nowMs, max: 1100 }), (actor, wanted, where, atMs) => {
        if (!mayGrant(actor, wanted, nowMs)) return
        const given = permissionsAt([{ ...wanted, isWithdrawn: false }], where, atMs)
        // What the actor has by grants that are in force while they grant.
        const had = permissionsAt(
          actor.filter((one) => isInForce(one, nowMs)),
          where,
          atMs,
        )
        expect(given.filter((permission) => !had.includes(permission))).toEqual([])
      }),
      { numRuns: 5000 },
    )
  })

  test('to grant to oneself adds nothing, however often', () => {
    fc.assert(
      fc.property(grants, fc.array(grant, { maxLength: 5 }), place, (start, wishes, where) => {
        const end = [...start]
        for (const wish of wishes) if (mayGrant(end, wish, nowMs)) end.push({ ...wish, isWithdrawn: false })
        expect(permissionsAt(end, where, nowMs)).toEqual(permissionsAt(start, where, nowMs))
      }),
      { numRuns: 5000 },
    )
  })

  test('owners are made, withdrawn and managed by owners of the whole organisation alone', () => {
    fc.assert(
      fc.property(grants, scope, (actor, part) => {
        const isOwner = mayDo(actor, 'owners.manage', {}, nowMs)
        const owner = of('owner')
        if (isOwner) return
        expect(mayGrant(actor, owner, nowMs)).toBe(false)
        expect(mayWithdraw(actor, owner, [owner], nowMs)).toBe(false)
        expect(mayManage(actor, [owner], nowMs)).toBe(false)
        // Not by a detour over another role of theirs either.
        expect(mayWithdraw(actor, of('marker', { scope: part }), [owner, of('marker', { scope: part })], nowMs)).toBe(false)
      }),
      { numRuns: 2000 },
    )
    expect(mayGrant([of('owner')], of('owner'), nowMs)).toBe(true)
    expect(mayWithdraw([of('owner')], of('owner'), [of('owner')], nowMs)).toBe(true)
  })

  test('who has a role until tomorrow makes nobody anything for longer', () => {
    const actor = [of('owner', { untilMs: nowMs + 10 })]
    expect([nowMs + 10, nowMs + 11, null].map((untilMs) => mayGrant(actor, of('owner', { untilMs }), nowMs))).toEqual([
      true,
      false,
      false,
    ])
  })

  test('who manages somebody has all that the person has or will have', () => {
    fc.assert(
      fc.property(grants, grants, place, (actor, target, where) => {
        if (!mayManage(actor, target, nowMs)) return
        const later = target.map((one) => ({ ...one, fromMs: null }))
        const had = permissionsAt(actor, where, nowMs)
        expect(permissionsAt(later, where, nowMs).filter((permission) => !had.includes(permission))).toEqual([])
      }),
      { numRuns: 3000 },
    )
    expect(mayManage([], [], nowMs)).toBe(true)
  })

  test('only people without any role, now or soon, are signed in as', () => {
    expect(maySignInAs([], nowMs)).toBe(true)
    expect(maySignInAs([of('marker', { isWithdrawn: true }), of('auditor', { untilMs: nowMs })], nowMs)).toBe(true)
    for (const role of roles) expect(maySignInAs([of(role, { fromMs: nowMs + 1 })], nowMs)).toBe(false)
  })
})

test('an organisation that has an owner for good keeps one, whatever is withdrawn', () => {
  const owner = fc.record({
    id: fc.uuid(),
    role: fc.constantFrom('owner', 'marker'),
    scope: fc.constant<Scope>({ kind: 'organisation' }),
    fromMs: moment,
    untilMs: moment,
    isWithdrawn: fc.boolean(),
    isSuspended: fc.boolean(),
  })
  const isLasting = (one: { fromMs: number | null; untilMs: number | null; role: string } & Record<string, unknown>) =>
    one.role === 'owner' && !one.isWithdrawn && !one.isSuspended && one.untilMs === null && (one.fromMs ?? 0) <= nowMs
  fc.assert(
    fc.property(fc.array(owner, { maxLength: 5 }), fc.nat(31), (all, chosen) => {
      const without = new Set(all.filter((_, index) => (chosen >> index) & 1).map((one) => one.id))
      const left = all.filter((one) => !without.has(one.id))
      expect(keepsAnOwner(all, without, nowMs)).toBe(!all.some(isLasting) || left.some(isLasting))
    }),
  )
})

describe('the flags of nodes of 0.2.0', () => {
  test('never allow more than the grants do, now or later', () => {
    fc.assert(
      fc.property(grants, fc.integer({ min: nowMs, max: 1200 }), (all, atMs) => {
        const { admin, invigilator } = flagsOf(all, nowMs)
        if (admin === 1) expect(mayDo(all, 'player.admin', {}, atMs)).toBe(true)
        if (invigilator === 1)
          for (const permission of permissionsOfRole.invigilator) expect(mayDo(all, permission, {}, atMs)).toBe(true)
      }),
      { numRuns: 2000 },
    )
    expect(flagsOf([of('it-administrator')], nowMs)).toEqual({ admin: 1, invigilator: 0 })
    expect(flagsOf([of('owner')], nowMs)).toEqual({ admin: 1, invigilator: 1 })
  })

  test('count only for people who never had a grant, and come out as they went in', () => {
    fc.assert(
      fc.property(fc.constantFrom(0, 1), fc.constantFrom(0, 1), (admin, invigilator) => {
        const person = { admin, invigilator, user_guid: 'x' }
        expect(flagsOf(grantsOf(person, []), nowMs)).toEqual({ admin, invigilator })
      }),
    )
    const row = {
      ...{
        org_id: 1,
        grant_id: 'g',
        user_guid: 'x',
        role: 'marker',
        scope_kind: 'organisation',
        scope_id: '',
        scope_room: null,
      },
      ...{ valid_from: null, valid_until: null, granted_by: 'x', granted_at: 0 },
      ...{ withdrawn_by: 'y', withdrawn_at: 1, withdrawn_reason: 'z' },
    }
    expect(permissionsAt(grantsOf({ admin: 1, invigilator: 1, user_guid: 'x' }, [row]), {}, nowMs)).toEqual([])
    // A role or a scope that a newer version wrote grants nothing.
    for (const odd of [{ role: 'emperor' }, { scope_kind: 'planet' }, { scope_kind: 'delivery-room' }])
      expect(grantsOf({ admin: 1, invigilator: 1, user_guid: 'x' }, [{ ...row, withdrawn_at: null, ...odd }])).toEqual([])
  })
})
