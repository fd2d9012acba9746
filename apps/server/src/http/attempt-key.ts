import type { FastifyRequest } from 'fastify'

/** Fields of a body that is not validated yet: anything may stand in it. */
type UncheckedBody = Readonly<Record<string, unknown>>

/**
 * What attempts are counted by beside their address: the account, session or exam that they are at. By the address alone a school
 * whose learners all come from one would lock itself out when an exam begins. By nothing that the call doesn't read: whoever sends it
 * along, another each time, would never have made too many.
 */
export type CountedBy = (body: UncheckedBody) => readonly unknown[]

/** Of calls that are at no account: those from one address are counted together. */
export const byAddress: CountedBy = () => []

/** A name in other letters is the same name. */
const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200).toLowerCase() : ''

/** Whose attempts are counted together. */
export const attemptKey =
  (countedBy: CountedBy) =>
  (request: Pick<FastifyRequest, 'ip' | 'body'>): string =>
    [request.ip, ...countedBy((request.body ?? {}) as UncheckedBody).map(textOf)].join('|')
