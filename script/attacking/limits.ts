import { type Call, calls } from '@sitwell/contract'
import { mediaTypeOf, pathOf } from '../../apps/server/src/http/register.ts'
import { type AttackedPlace, lockedSchedule } from './place.ts'
import { type AttackAnswer, ask, connections } from './request.ts'

type Fields = Readonly<Record<string, string>>

/** What is tried, from another address each time, and how often it may go through. */
interface Limit {
  readonly name: string
  readonly tries: number
  readonly most: number
  readonly call: Call
  readonly kind: string
  /** The tries before this one; its address follows from the number too. */
  fields(number: number): Fields
  addressOf?(number: number): string
  isThrough?(answer: AttackAnswer): boolean
}

const anywhere = (number: number) => `100.${64 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`

const limits: readonly Limit[] = [
  {
    name: 'guesses at one account from one address',
    ...{ tries: 60, most: 10, call: calls.token, kind: 'nobody' },
    fields: (number) => ({
      client_id: 'p',
      grant_type: 'password',
      orgId: '1',
      username: 'other',
      password: `guess ${number}`,
    }),
    addressOf: () => '100.100.1.1',
  },
  {
    name: 'the same with a forged address before that of the proxy',
    ...{ tries: 60, most: 10, call: calls.token, kind: 'nobody' },
    fields: (number) => ({
      client_id: 'p',
      grant_type: 'password',
      orgId: '1',
      username: 'admin',
      password: `guess ${number}`,
    }),
    addressOf: (number) => `${anywhere(number)}, 100.100.1.2`,
  },
  {
    name: 'guesses at one account from one network of IPv6, an address each',
    ...{ tries: 60, most: 10, call: calls.token, kind: 'nobody' },
    fields: (number) => ({
      client_id: 'p',
      grant_type: 'password',
      orgId: '1',
      username: 'invigilator',
      password: `guess ${number}`,
    }),
    addressOf: (number) => `2001:db8:1:1::${number.toString(16)}`,
  },
  {
    name: 'guesses at the password of an exam, from many addresses',
    ...{ tries: 100, most: 10, call: calls.checkPassword, kind: 'the learner' },
    fields: (number) => ({ scheduleGuid: lockedSchedule, userGuid: 'o1-learner', password: `guess ${number}` }),
    isThrough: ({ status }) => status === 200,
  },
  {
    name: 'reports of errors that nobody signs, of 50 kB each, from many addresses',
    ...{ tries: 300, most: 180, call: calls.errorReport, kind: 'nobody' },
    fields: () => ({ errorMessage: 'e', stackTrace: 's'.repeat(50_000) }),
  },
]

/** Tries each limit, behind a proxy that is trusted, from many addresses; a limit that lets more through is a finding. */
export const attackLimits = async (place: AttackedPlace) => {
  await place.renew()
  const findings: string[] = []
  const counted: string[] = []
  const agent = connections(8)
  for (const { name, tries, most, call, kind, fields, addressOf = anywhere, isThrough } of limits) {
    const token = place.tokens.get(kind)
    const attempt = async (number: number) => {
      const own = fields(number)
      const body = call.encoding === 'form' ? new URLSearchParams(own).toString() : JSON.stringify(own)
      return ask(place.server.origin, agent, {
        method: call.method,
        path: pathOf(call),
        body,
        headers: {
          'x-forwarded-for': addressOf(number),
          'content-type': mediaTypeOf(call),
          'content-length': String(Buffer.byteLength(body)),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
      })
    }
    let through = 0
    for (let number = 0; number < tries; number += 1) {
      const answer = await attempt(number)
      if (answer.status >= 500) findings.push(`${name}: answered ${answer.status}`)
      if (isThrough ? isThrough(answer) : answer.status !== 429) through += 1
    }
    counted.push(`${name}: ${through} of ${tries}`)
    if (through > most) findings.push(`${name}: ${through} of ${tries} went through, where ${most} may`)
  }
  agent.destroy()
  return { findings, counted: counted.join('; ') }
}
