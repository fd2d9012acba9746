import type { FastifyRequest } from 'fastify'

/**
 * What of a request may be in the log: a call by the pattern of its path, a page by its first part. What is in the place of a
 * parameter, or in the query, may be a token, a code or a launch.
 */
export const loggedRequest = ({ method, url, routeOptions }: Pick<FastifyRequest, 'method' | 'url' | 'routeOptions'>) => ({
  method,
  path: routeOptions?.url ?? `/${/^\/([\w-]{0,40})/.exec(url)?.[1] ?? ''}`,
})
