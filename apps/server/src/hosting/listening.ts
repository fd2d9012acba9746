import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import { availableParallelism } from 'node:os'
import fastify from 'fastify'
import type { Variables } from '../config.ts'
import type { Shared } from '../create-application.ts'
import { createConnectionGuard } from '../http/connections/connection-guard.ts'
import { loggedRequest } from '../http/logged-request.ts'
import type { Overrides } from '../overrides.ts'
import { createPrinter } from '../paper/printing/printer.ts'
import { createFront, type Front, takeUpgrades } from './front.ts'

/** Who answers what comes: servers that listen nowhere themselves. */
export interface Handing {
  player(request: IncomingMessage): HttpServer
  /** Of a connection that is to stay open; undefined if nobody takes one now. */
  live(request: IncomingMessage): HttpServer | undefined
  courses(request: IncomingMessage): HttpServer
  /** Told of each request that is handed on. */
  began?(server: HttpServer, response: ServerResponse): void
}

/** The two ports of a process, and what all that it serves shares. */
export interface Listening {
  readonly shared: Pick<Shared, 'log' | 'guard' | 'printer' | 'ports'>
  /** Answers the origin, `http://127.0.0.1:8080`. */
  listen(): Promise<string>
  /** Lets requests under way end, for some seconds at most. */
  stop(): Promise<void>
  /** To be called once nothing is served any more. */
  close(): Promise<void>
}

/** PDFs that are made at once: a processor stays free for everything else. */
const printWorkers = Math.max(1, Math.min(4, availableParallelism() - 1))

/** Milliseconds in which a stop lets requests under way end; who has not sent the whole of one by then is gone. */
export const longestStopMs = 10_000

const createLog = ({ logLevel }: Pick<Variables, 'logLevel'>, { logTo }: Overrides) =>
  fastify({
    logger:
      logLevel === 'silent'
        ? false
        : {
            level: logLevel,
            redact: ['req.headers.authorization', 'req.headers.cookie', 'req.query', 'req.body'],
            serializers: { req: loggedRequest },
            ...(logTo && { stream: logTo }),
          },
  }).log

/** Listens at the courses' port; at any that is free if none was asked for and the one beside the player's is taken. */
const listenForCourses = async (front: Front, { host, port, scormPort }: Variables, log: Shared['log']): Promise<number> => {
  try {
    return await front.listen(host, scormPort ?? (port === 0 ? 0 : port + 1))
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (!isTaken || scormPort !== undefined) throw error
    log.warn(
      { event: 'course-port-taken' },
      `port ${port + 1} is taken, so courses are served at another one; SCORM_PORT sets a port for them`,
    )
    return front.listen(host, 0)
  }
}

export const createListening = (config: Variables, handing: Handing, overrides: Overrides): Listening => {
  const log = createLog(config, overrides)
  const guard = createConnectionGuard({
    limits: config.connectionLimits,
    isProxy: config.isProxy,
    log,
    ...overrides.guard,
  })
  const printer =
    overrides.printer ??
    createPrinter({
      workers: printWorkers,
      onFailure: (error) => log.error({ event: 'document-not-printed', err: error }, 'a document could not be printed'),
    })
  const ports = { player: config.port, courses: config.scormPort ?? 0 }
  const wishes = { crowded: guard.cutCrowded, began: handing.began }
  const fronts = { player: createFront(handing.player, wishes), courses: createFront(handing.courses, wishes) }
  takeUpgrades(fronts.player, handing.live)
  for (const { server } of [fronts.player, fronts.courses]) guard.watch(server)
  return {
    shared: { log, guard, printer, ports },
    listen: async () => {
      ports.courses = await listenForCourses(fronts.courses, config, log)
      ports.player = await fronts.player.listen(config.host, config.port)
      return `http://127.0.0.1:${ports.player}`
    },
    stop: async () => {
      guard.stop()
      const withinMs = overrides.longestStopMs ?? longestStopMs
      await Promise.all([fronts.player, fronts.courses].map((one) => one.stop(withinMs)))
    },
    close: () => printer.stop(),
  }
}
