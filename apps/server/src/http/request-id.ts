import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { requestIdHeader, requestIdPattern } from '@sitwell/contract'

/** The name of a request in the log: the one that its browser, or a proxy, gave it, or one of our own. */
export const requestIdOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
  const given = headers[requestIdHeader]
  return typeof given === 'string' && requestIdPattern.test(given) ? given : randomUUID()
}
