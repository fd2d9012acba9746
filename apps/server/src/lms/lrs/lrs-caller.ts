import type { SessionTerms } from '@sitwell/exam/courses/cmi5/judge-statement'
import { agentKey, agentProblem } from '@sitwell/exam/courses/xapi/agents'
import { isIri, isUuid, momentMs } from '@sitwell/exam/courses/xapi/values'
import type { SessionOfCourse } from '../cmi5/queries.ts'
import { LrsRefusal } from './lrs-request.ts'

/** Who asks the store: an AU, for what is its learner's own, while it is launched. */
export interface LrsCaller {
  readonly orgId: number
  readonly session: SessionOfCourse
  readonly terms: SessionTerms
}

/** What a parameter has to be, undefined if it isn't there. */
const read = <T>(
  name: string,
  text: string | undefined,
  parse: (text: string) => T | undefined,
  what: string,
): T | undefined => {
  if (text === undefined) return undefined
  const value = parse(text)
  if (value === undefined) throw new LrsRefusal(400, `${name} has to be ${what}.`)
  return value
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What identifies the agent of a parameter. */
export const agentIn = (text: string | undefined): string | undefined =>
  read('agent', text, (given) => (agentProblem(parsed(given)) === undefined ? agentKey(parsed(given)) : undefined), 'an agent')

export const uuidIn = (name: string, text: string | undefined) =>
  read(name, text, (given) => (isUuid(given) ? given.toLowerCase() : undefined), 'a UUID')

export const iriIn = (name: string, text: string | undefined) =>
  read(name, text, (given) => (isIri(given) ? given : undefined), 'an IRI')

export const momentIn = (name: string, text: string | undefined) => read(name, text, momentMs, 'a timestamp')

export const booleanIn = (name: string, text: string | undefined) =>
  read(name, text, (given) => (given === 'true' ? true : given === 'false' ? false : undefined), 'true or false')

/** An agent that the caller may ask about: the learner alone. */
export const ownAgent = ({ terms }: LrsCaller, agent: string | undefined): string => {
  const own = agentKey(terms.actor) ?? ''
  if (agent !== undefined && agent !== own) throw new LrsRefusal(403, 'An AU reads and writes of its own learner alone.')
  return own
}

export const ownRegistration = ({ terms }: LrsCaller, registration: string | undefined): void => {
  if (registration !== undefined && registration !== terms.registration)
    throw new LrsRefusal(403, 'An AU reads and writes of its own registration alone.')
}
