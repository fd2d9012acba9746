import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Registry } from 'prom-client'
import type { Database } from '../db/database.ts'
import { tryToWrite } from '../db/try-to-write.ts'

interface WatchingContext {
  readonly register: Registry
  readonly database: Database
  readonly config: { readonly metricsToken: string | undefined }
}

/** Milliseconds that a word on readiness stands: whoever asks more often gets the same, and costs the database nothing. */
const readyForMs = 1000

/** In which the database has to take a write: what takes longer is no server that one would send a learner to. */
const longestWriteMs = 3000

const hash = (text: string) => createHash('sha256').update(text).digest()

const within = (work: Promise<void>, ms: number) => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The database takes too long.')), ms)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

const plain = (reply: FastifyReply) => reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8')

/**
 * What machines ask: `GET /livez`, whether the process answers, for whoever restarts it; `GET /readyz`, whether it can save an answer now,
 * for whoever sends learners to it; `GET /metrics`, figures in the OpenMetrics form, for whoever shows `SITWELL_METRICS_TOKEN`, and nobody
 * where there is none.
 */
export const serveWatching = (server: FastifyInstance, { register, database, config }: WatchingContext): void => {
  let asked: { readonly atMs: number; readonly isReady: Promise<boolean> } | undefined
  const isReady = () => {
    const nowMs = performance.now()
    if (!asked || nowMs - asked.atMs > readyForMs) {
      const answer = within(tryToWrite(database), longestWriteMs).then(
        () => true,
        () => false,
      )
      asked = { atMs: nowMs, isReady: answer }
    }
    return asked.isReady
  }
  server.get('/livez', async (_request, reply) => plain(reply).send('live\n'))
  server.get('/readyz', async (_request, reply) => {
    const is = await isReady()
    return plain(reply)
      .code(is ? 200 : 503)
      .send(is ? 'ready\n' : 'The database takes no write.\n')
  })
  const { metricsToken } = config
  if (metricsToken === undefined) return
  const wanted = hash(`Bearer ${metricsToken}`)
  server.get('/metrics', { config: { answersJson: true } }, async (request, reply) => {
    if (!timingSafeEqual(hash(request.headers.authorization ?? ''), wanted))
      return plain(reply).code(401).header('www-authenticate', 'Bearer').send('Show SITWELL_METRICS_TOKEN.\n')
    return reply
      .header('cache-control', 'no-store')
      .type(register.contentType)
      .send(await register.metrics())
  })
}
