import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { waitBoundsSeconds } from '../assessment/answers/index.ts'

/**
 * Counts what a server answers, by the patterns of its routes: what is in the place of a parameter may be a secret. What reached no
 * route is one of its own, so that nobody makes the list long.
 */
export const measureRequests = (server: FastifyInstance, register: Registry): void => {
  const registers = [register]
  let pending = 0
  // The library counts at ten times the cost: it is told where somebody asks.
  const answered = new Map<string, Map<number, number>>()
  new Gauge({
    name: 'sitwell_requests_pending',
    help: 'Requests that are not answered yet.',
    registers,
    collect() {
      this.set(pending)
    },
  })
  new Counter({
    name: 'sitwell_requests',
    help: 'Requests by route and status.',
    labelNames: ['route', 'status'],
    registers,
    collect() {
      this.reset()
      for (const [route, byStatus] of answered) for (const [status, count] of byStatus) this.inc({ route, status }, count)
    },
  })
  const waits = new Histogram({
    name: 'sitwell_request_seconds',
    help: 'How long requests took, uploads and downloads among them.',
    buckets: waitBoundsSeconds,
    registers,
  })
  server.addHook('onRequest', (_request, _reply, done) => {
    pending += 1
    done()
  })
  // It tells of a request too whose browser went away.
  server.addHook('onResponse', (request, reply, done) => {
    pending -= 1
    const route = request.routeOptions.url ?? 'none'
    const byStatus = answered.get(route) ?? new Map<number, number>()
    answered.set(route, byStatus.set(reply.statusCode, (byStatus.get(reply.statusCode) ?? 0) + 1))
    waits.observe(reply.elapsedTime / 1000)
    done()
  })
}
