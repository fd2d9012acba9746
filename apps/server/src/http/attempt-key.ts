import type { FastifyRequest } from 'fastify'

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) : '')

/**
 * Whose attempts are counted together: those from one address at one account, session or exam. By the address alone a school
 * whose learners all come from one would lock itself out when an exam begins.
 */
export const attemptKey = (request: Pick<FastifyRequest, 'ip' | 'body'>): string => {
  // Not validated yet: anything may stand in it.
  const body = (request.body ?? {}) as Readonly<Record<string, unknown>>
  const session = textOf(body.refresh_token).split('.')[1] ?? ''
  return [request.ip, textOf(body.orgId), textOf(body.username).toLowerCase(), textOf(body.scheduleGuid), session].join('|')
}
