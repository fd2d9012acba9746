import { type Call, calls, isStaffAccess, type Permission, permissionsOfRole, type Role } from '@sitwell/contract'
import { chanceOf } from '../../chaos/chance.ts'
import { wrongIn } from './fuzz.ts'
import { likelyInput } from './likely-input.ts'
import type { AttackedPlace } from './place.ts'
import { ask, connections, requestOf } from './request.ts'

/** What a kind of caller may do as staff; learners nothing. */
const permissionsOfKind = (kind: string, roles: ReadonlyMap<string, Role>): readonly Permission[] => {
  const role = roles.get(kind)
  return role === undefined ? [] : permissionsOfRole[role]
}

/** Statuses by which a call is closed to whom it isn't for; undefined if it may be open to them. */
const wantedOf = (call: Call, kind: string, roles: ReadonlyMap<string, Role>): readonly number[] | undefined => {
  if (call.access === 'anyone') return undefined
  // Neither a cookie's call nor a preview's is opened by a bearer token of a person.
  if (call.office || call.access === 'preview') return [401]
  if (kind === 'nobody' || kind === 'a forger') return [401]
  if (kind === 'who has a second step to do') return call.beforeMfa ? undefined : [403]
  const isClosed = isStaffAccess(call.access) && !permissionsOfKind(kind, roles).includes(call.access.permission)
  return isClosed ? [403] : undefined
}

/** The kinds of caller that try a call. No bearer token opens one of the office, so that few need to; its own test tries cookies. */
const kindsFor = (call: Call, { tokens }: AttackedPlace) => (call.office ? ['nobody', 'an owner'] : [...tokens.keys()])

/** Makes every call of the contract as every kind of caller, with input that would work for the learner whose things it names. */
export const attackCallers = async (place: AttackedPlace) => {
  const findings: string[] = []
  const agent = connections(4)
  let made = 0
  for (const call of Object.values(calls) as Call[])
    for (const kind of kindsFor(call, place)) {
      const input = likelyInput(call, place.names()) as Readonly<Record<string, unknown>>
      // Never spoilt: what is asked is who may ask.
      const chance = { ...chanceOf(1), isTrue: () => false }
      const request = requestOf(call, input, { token: place.tokens.get(kind), address: '10.9.9.9', chance })
      const answer = await ask(place.server.origin, agent, request)
      made += 1
      const wanted = wantedOf(call, kind, place.roles)
      const wrong = wanted?.includes(answer.status) === false ? `answered ${answer.status} where it is closed` : wrongIn(answer)
      if (wrong) findings.push(`${call.name} by ${kind} ${wrong}: ${answer.text.slice(0, 200)}`)
      if (
        /^(logout|token|endOwnSessions|abandonSession|complete|reset|adminLogin|studentLogin|passwordReset|changePassword)$/.test(
          call.name,
        )
      )
        await place.renew()
    }
  agent.destroy()
  return { calls: made, findings }
}
