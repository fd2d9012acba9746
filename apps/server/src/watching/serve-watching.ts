import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { figuresType } from './open-metrics-register.ts'

interface WatchingContext {
  /** In the OpenMetrics form. */
  figures(): Promise<string>
  /** Whether an answer can be saved where this request leads. */
  isReady(request: FastifyRequest): Promise<boolean>
  readonly config: { readonly metricsToken: string | undefined }
}

const hash = (text: string) => createHash('sha256').update(text).digest()

const plain = (reply: FastifyReply) => reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8')

/**
 * What machines ask: `GET /livez`, whether the process answers, for whoever restarts it; `GET /readyz`, whether it can save an answer now,
 * for whoever sends learners to it; `GET /metrics`, figures in the OpenMetrics form, for whoever shows `SITWELL_METRICS_TOKEN`, and nobody
 * where there is none.
 */
export const serveWatching = (server: FastifyInstance, { figures, isReady, config }: WatchingContext): void => {
  server.get('/livez', async (_request, reply) => plain(reply).send('live\n'))
  server.get('/readyz', async (request, reply) => {
    const is = await isReady(request)
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
      .type(figuresType)
      .send(await figures())
  })
}
