import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { waitBoundsSeconds } from './save-meter.ts'

/**
 * Counts what a server answers, by the patterns of its routes: what stands in the place of a parameter may be a secret. What reached no
 * route is one of its own, so that nobody makes the list long.
 */
export const measureRequests = (server: FastifyInstance, register: Registry): void => {
  const registers = [register]
  const pending = new Gauge({ name: 'sitwell_requests_pending', help: 'Requests that are not answered yet.', registers })
  const answered = new Counter({
    name: 'sitwell_requests',
    help: 'Requests by route and status.',
    labelNames: ['route', 'status'],
    registers,
  })
  const waits = new Histogram({
    name: 'sitwell_request_seconds',
    help: 'How long requests took, uploads and downloads among them.',
    buckets: waitBoundsSeconds,
    registers,
  })
  server.addHook('onRequest', (_request, _reply, done) => {
    pending.inc()
    done()
  })
  // It tells of a request too whose browser went away.
  server.addHook('onResponse', (request, reply, done) => {
    pending.dec()
    answered.inc({ route: request.routeOptions.url ?? 'none', status: reply.statusCode })
    waits.observe(reply.elapsedTime / 1000)
    done()
  })
}
