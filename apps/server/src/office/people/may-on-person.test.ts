import { type MayOnPerson, permissionsOfRole, type Role, roles } from '@sitwell/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Grant, wholeOrganisation } from '../../roles/grant.ts'
import { mayOnPersonOf } from './may-on-person.ts'

const nowMs = 1_000_000

const grant = (role: Role, more: Partial<Grant> = {}): Grant => ({
  ...{ id: role, role, scope: wholeOrganisation, fromMs: null, untilMs: null, isWithdrawn: false },
  ...more,
})

const may = (actor: readonly Role[], target: readonly Role[], more: { isSelf?: boolean; isSuspended?: boolean } = {}) =>
  mayOnPersonOf(
    {
      actor: actor.map((role) => grant(role)),
      target: target.map((role) => grant(role)),
      ...{ place: {}, isSelf: false, isSuspended: false, ...more },
    },
    nowMs,
  )

const acts = (one: MayOnPerson) =>
  Object.entries(one)
    .filter(([, is]) => (Array.isArray(is) ? is.length > 0 : is))
    .map(([name]) => name)

const rolesOf = fc.uniqueArray(fc.constantFrom(...roles), { maxLength: 3 })

test('an exams officer does everything to a learner, and what lets in again only to whom is suspended', () => {
  const all = [
    ...['change', 'changeContact', 'suspend', 'invite', 'resetPassword', 'resetSecondStep', 'endSessions', 'export', 'grant'],
  ]
  expect(acts(may(['exams-officer'], []))).toEqual(all)
  expect(acts(may(['exams-officer'], [], { isSuspended: true }))).toEqual([
    ...['change', 'changeContact', 'resume', 'resetSecondStep', 'endSessions', 'export', 'grant'],
  ])
})

test('nobody does anything to somebody who may do more, whatever the roles, and only owners to owners', () => {
  fc.assert(
    fc.property(rolesOf, rolesOf, fc.boolean(), (actor, target, isSuspended) => {
      const permissionsOf = (held: readonly Role[]) => new Set<string>(held.flatMap((role) => permissionsOfRole[role]))
      const [own, theirs] = [permissionsOf(actor), permissionsOf(target)]
      const { grant: _, ...others } = may(actor, target, { isSuspended })
      if ([...theirs].some((one) => !own.has(one))) expect(Object.values(others).flat().filter(Boolean)).toEqual([])
      if (target.includes('owner') && !actor.includes('owner')) expect(acts({ ...others, grant: [] })).toEqual([])
    }),
  )
})

test('what somebody may give is no more than they have, and an act takes the permission for it', () => {
  fc.assert(
    fc.property(rolesOf, rolesOf, (actor, target) => {
      const own = new Set<string>(actor.flatMap((role) => permissionsOfRole[role]))
      const allowed = may(actor, target)
      for (const role of allowed.grant) for (const one of permissionsOfRole[role]) expect(own.has(one)).toBe(true)
      for (const role of allowed.withdraw) expect(target).toContain(role)
      if (!own.has('people.write')) expect([allowed.change, allowed.changeContact]).toEqual([false, false])
      expect(allowed.export && !own.has('people.export')).toBe(false)
      expect(allowed.erase && !own.has('people.erase')).toBe(false)
      if (!own.has('people.suspend')) expect([allowed.suspend, allowed.resume]).toEqual([false, false])
      if (!own.has('people.credentials'))
        expect([
          ...[allowed.invite, allowed.resetPassword, allowed.resetSecondStep, allowed.endSessions],
          allowed.changeContact,
        ]).toEqual([false, false, false, false, false])
    }),
  )
})

test('nobody changes their own ways in, or suspends themselves', () => {
  for (const role of roles) {
    const { change, grant: _, withdraw: __, ...others } = may([role], [role], { isSelf: true })
    expect(Object.values(others).filter(Boolean)).toEqual([])
    expect(change).toBe((permissionsOfRole[role] as readonly string[]).includes('people.write'))
  }
})

test('a role that has ended keeps nobody from being helped; one that is still to begin does', () => {
  const actor = [grant('it-administrator')]
  const on = (target: Grant) => mayOnPersonOf({ actor, target: [target], place: {}, isSelf: false, isSuspended: false }, nowMs)
  expect(on(grant('owner', { untilMs: nowMs })).resetPassword).toBe(true)
  expect(on(grant('owner', { isWithdrawn: true })).resetPassword).toBe(true)
  expect(on(grant('owner', { fromMs: nowMs + 1 })).resetPassword).toBe(false)
})

test('what is known of somebody is exported and erased by who may do it in all of the organisation', () => {
  const scope = { kind: 'group', id: 'class' } as const
  const on = (actor: Grant) =>
    mayOnPersonOf({ actor: [actor], target: [], place: { groups: ['class'] }, isSelf: false, isSuspended: false }, nowMs)
  expect(on(grant('owner'))).toMatchObject({ change: true, export: true, erase: true })
  expect(on(grant('exams-officer', { scope }))).toMatchObject({ change: true, export: false, erase: false })
})
