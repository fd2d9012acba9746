import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import compress from '@fastify/compress'
import formbody from '@fastify/formbody'
import { requestIdHeader } from '@sitwell/contract'
import fastify, { type FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { readControls } from './ascx/controls.ts'
import { createFormRunFacts } from './assessment/answers/form-run-facts.ts'
import { createSaveQueue } from './assessment/answers/save-queue.ts'
import { completeEnded } from './assessment/completion/complete-ended.ts'
import { createExamCache } from './assessment/content/exam-cache.ts'
import { createContacts } from './assessment/ledger/contact.ts'
import { createBackground } from './background.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { type Database, type DatabaseConfig, openDatabase } from './db/database.ts'
import { durabilityRisks } from './db/durability-risks.ts'
import { migrate } from './db/migrate.ts'
import { createMovedOrganisations } from './db/moved-organisations.ts'
import { untilThere } from './db/until-there.ts'
import { every, hourMs, minuteMs } from './every.ts'
import { createFileSweep } from './files/forget-files.ts'
import { serveResumableFiles } from './files/resumable/resumable-files.ts'
import { createClamav } from './files/scan/clamav.ts'
import { createScanning } from './files/scan/scan-waiting.ts'
import { createGeneration } from './generation/generation.ts'
import { createSessions } from './http/caller.ts'
import { answerClientError, largestHeadBytes } from './http/client-errors.ts'
import { createConnectionGuard, type GuardOptions } from './http/connections/connection-guard.ts'
import { takeEncodedBodies } from './http/encoded-bodies.ts'
import { handleErrors } from './http/error-handler.ts'
import { deleteEmptyBuckets } from './http/limits/buckets.ts'
import type { NewcomerLimits } from './http/limits/newcomers.ts'
import { loggedRequest } from './http/logged-request.ts'
import { openApi } from './http/open-api.ts'
import { refuse } from './http/refusal.ts'
import { registerRoutes, sendRefusal } from './http/register.ts'
import { requestIdOf } from './http/request-id.ts'
import { securityHeaders } from './http/security-headers.ts'
import type { ServiceContext } from './http/service.ts'
import { createKeys } from './keys.ts'
import { createLiveHub, type HubTimes } from './live/live-hub.ts'
import { createOwnOrigins } from './live/own-origins.ts'
import { createStatementCare } from './lms/cmi5/statement-care.ts'
import { createCourseServer, listenForCourses } from './lms/course-server.ts'
import { createForwarding } from './lms/forward/forward-statements.ts'
import type { Ports } from './lms/scorm-address.ts'
import { createMailer, type Mailer } from './mail/mailer.ts'
import { createPrinter, type Printer } from './paper/printing/printer.ts'
import { argon2id, type Passwords } from './passwords.ts'
import { createResultsHub } from './practice-results/results-hub.ts'
import { applyRetentions } from './privacy/retention.ts'
import { endMonitorWithExam } from './proctoring/end-with-exam.ts'
import { routesOf } from './routes.ts'
import { sweep } from './security/sweep.ts'
import { createSecurityLog } from './security-log/security-log.ts'
import { eventOfCall } from './security-log/watch-calls.ts'
import { createHeartbeat, type HeartbeatContext } from './server-time/heartbeat.ts'
import { createMachine, type Machine } from './server-time/machine.ts'
import { createOlderNodes } from './server-time/older-nodes.ts'
import { createServerClock, heldServerClock } from './server-time/server-clock.ts'
import { isPage, servePlayer } from './site/player-files.ts'
import { createTextMessages, type TextMessages } from './text-message/text-messages.ts'
import { watchServer } from './watching/gauges.ts'
import { measureRequests } from './watching/measure-requests.ts'
import { openMetricsRegister } from './watching/open-metrics-register.ts'
import { createSaveMeter } from './watching/save-meter.ts'
import { serveWatching } from './watching/serve-watching.ts'

/** What a test may put in the place of the real thing. */
export interface Overrides extends HubTimes {
  readonly clock?: Clock
  /** What the machine tells of time, where the clock is the server's own. */
  readonly machine?: Machine
  readonly databaseClock?: HeartbeatContext['databaseClock']
  /** Milliseconds between two signs of life. */
  readonly beatMs?: number | undefined
  readonly playerFolder?: string
  /** Of the page around a SCO. */
  readonly hostFolder?: string
  readonly passwords?: Passwords
  readonly mailer?: Mailer
  /** Milliseconds without a byte after which an upload is broken off. */
  readonly longestSilenceMs?: number
  /** Milliseconds in which a stop lets requests under way end. */
  readonly longestStopMs?: number
  readonly textMessages?: TextMessages
  readonly printer?: Printer
  /** What the guard of connections is given in a test. */
  readonly guard?: Partial<GuardOptions>
  /** What one network may try without having shown anything, in a test. */
  readonly newcomers?: NewcomerLimits
  /** Where the lines of the log go; the standard output unless given. */
  readonly logTo?: { write(line: string): void }
}

export interface SitwellServer {
  readonly database: Database
  readonly clock: Clock
  /** Migrates, listens and answers the origin, `http://127.0.0.1:8080`. */
  start(): Promise<string>
  /** Lets requests under way end, for ten seconds at most, then closes the database. */
  stop(): Promise<void>
}

/** Of what is no call, and takes no body. */
const largestBodyBytes = 1024

/** A browser sends some twenty, and each proxy a few more. */
const mostHeaders = 200

/** PDFs that are made at once: a processor stays free for everything else. */
const printWorkers = Math.max(1, Math.min(4, availableParallelism() - 1))

/** Milliseconds in which a statement of a call is over, or never will be: a browser asks again after two minutes. */
const longestStatementMs = 60_000

/** Milliseconds in which a stop lets requests under way end; who has not sent the whole of one by then is gone. */
const longestStopMs = 10_000

/** Takes no more requests; resolves when those under way are answered, or the time for it is over. */
const stopListening = async (server: FastifyInstance, withinMs: number) => {
  // A connection ends soon after the reply that is under way on it, and waits for no further request; 0 would be for ever.
  server.server.keepAliveTimeout = 1
  const timer = setTimeout(() => server.server.closeAllConnections(), withinMs)
  await server.close()
  clearTimeout(timer)
}

const busy = refuse('BUSY', 'More requests are under way than this server takes at once.', { retryAfterSeconds: 2 })

const builtHost = fileURLToPath(new URL('../../scorm-host/dist', import.meta.url))
const builtPlayer = fileURLToPath(new URL('../../player/dist', import.meta.url))

/** Over a connection without a limit: a migration takes its time, and waits for that of another server. */
const migrateFirst = async (own: Database, config: DatabaseConfig) => {
  if (own.dialect === 'sqlite') return void (await migrate(own.kysely, own.dialect))
  const patient = openDatabase(config)
  await migrate(patient.kysely, patient.dialect).finally(patient.close)
}

/** A whole server over its own database connection; nothing runs before `start`. */
export const createServer = async (config: Config, overrides: Overrides = {}): Promise<SitwellServer> => {
  const machine = overrides.machine ?? createMachine()
  const clock = overrides.clock ? heldServerClock(overrides.clock) : createServerClock(machine)
  const database = openDatabase(config.database, { longestStatementMs })
  const server = fastify({
    bodyLimit: largestBodyBytes,
    http: { maxHeaderSize: largestHeadBytes },
    clientErrorHandler: answerClientError,
    trustProxy: config.isProxy,
    genReqId: requestIdOf,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    // An address that can't be read, or has too long a part, reaches no route: a person is shown the player all the same.
    frameworkErrors: (_error, request, reply) => {
      // No hook has run.
      reply.headers(headers.ofCalls)
      if (isPage(request)) void reply.redirect('/')
      else sendRefusal(reply, refuse('INVALID_REQUEST', 'The address can not be read.'))
    },
    // A logger for each request numbers its lines, of which there is one at most unless all requests are told.
    childLoggerFactory: (logger, { reqId }) => (config.logLevel === 'info' ? logger.child({ requestId: reqId }) : logger),
    logger:
      config.logLevel === 'silent'
        ? false
        : {
            level: config.logLevel,
            redact: ['req.headers.authorization', 'req.headers.cookie', 'req.query', 'req.body'],
            serializers: { req: loggedRequest },
            ...(overrides.logTo && { stream: overrides.logTo }),
          },
  })
  server.server.maxHeadersCount = mostHeaders
  const guard = createConnectionGuard({
    limits: config.connectionLimits,
    isProxy: config.isProxy,
    log: server.log,
    ...overrides.guard,
  })
  const register: Registry = openMetricsRegister()
  const moved = createMovedOrganisations(database)
  const olderNodes = createOlderNodes(database, clock)
  const sessions = createSessions(database, config, clock, { moved, olderNodes })
  const exams = createExamCache(database, clock.nowMs)
  const contacts = createContacts(database, clock)
  const ownOrigins = createOwnOrigins({ config, database, clock, log: server.log })
  const live = createLiveHub(
    server.server,
    { database, clock, sessions, exams, contacts, guard, ownOrigins, log: server.log },
    config.database,
    overrides,
  )
  const controls = readControls(config.controlsFolder)
  const isLogged = config.logLevel === 'warn' || config.logLevel === 'info'
  const securityLog = createSecurityLog({ database, clock, log: server.log, isLogged })
  server.decorate('watchCall', ({ routeOptions, caller, ip, body, query, params }, code) => {
    const { call } = routeOptions.config
    const event = call && eventOfCall({ call, caller, code, request: { ip, body, query, params } })
    if (event) securityLog.note(event)
  })
  const generation = createGeneration({ database, config, clock, log: server.log })
  const ports = { player: config.port, courses: config.scormPort ?? 0 }
  const context: ServiceContext & { readonly ports: Ports } = {
    ports,
    config,
    database,
    clock,
    moved,
    sessions,
    exams,
    live,
    printer:
      overrides.printer ??
      createPrinter({
        workers: printWorkers,
        onFailure: (error) => server.log.error({ err: error }, 'a document could not be printed'),
      }),
    saves: createSaveQueue(database, config.lateSaveGraceMs, createSaveMeter(register)),
    formRunFacts: createFormRunFacts(database, clock),
    contacts,
    generation,
    controls,
    passwords: overrides.passwords ?? argon2id,
    olderNodes,
    keys: createKeys(config.tokenSecret, { accepted: config.acceptedSecret, namesKey: () => !olderNodes.areThere() }),
    mailer: overrides.mailer ?? createMailer(config, clock),
    textMessages: overrides.textMessages ?? createTextMessages(config, clock),
    background: createBackground(server.log),
    guard,
    securityLog,
    scanner: config.clamav && createClamav(config.clamav),
    forwarding: createForwarding({ database, clock, config, log: server.log }),
    log: server.log,
  }
  const resultsHub = createResultsHub(server.server, { ...context, ownOrigins })
  const sweepFiles = createFileSweep(context)
  const scanWaiting = createScanning(context)
  const retain = every(hourMs, clock, () => applyRetentions(database, clock.nowMs()))
  const sweepAgain = every(hourMs, clock, () => sweep(context))
  const forgetAttempts = every(minuteMs, clock, async () => void (await deleteEmptyBuckets(database, clock.nowMs())))
  const tendStatements = createStatementCare(context)
  let lastBeatMs: number | undefined
  const heartbeat = createHeartbeat({
    ...context,
    ...overrides,
    clock,
    machine,
    afterBeat: async () => {
      lastBeatMs = clock.nowMs()
      await moved.look()
      await olderNodes.look()
      await generation.look()
      await completeEnded({
        ...context,
        completed: async (place, event, run) => {
          context.live.tell(place, [event])
          await endMonitorWithExam(context, run)
        },
      })
      await sweepFiles()
      context.background.run('what was kept long enough could not be erased', retain)
      context.background.run('what works no more could not be thrown away', sweepAgain)
      context.background.run('attempts that count no more could not be thrown away', forgetAttempts)
      context.background.run('held files could not be scanned', scanWaiting)
      tendStatements()
    },
  })
  handleErrors(server)
  measureRequests(server, register)
  watchServer(register, { ...context, connections: live.connections, lastBeatMs: () => lastBeatMs })
  // No call takes plain text; without this it would reach the calls as a body.
  server.removeContentTypeParser('text/plain')
  takeEncodedBodies(server)
  const headers = await securityHeaders(config.publicUrl, controls.scriptHashes)
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.routeOptions.config.answersJson ? headers.ofCalls : headers.ofPages)
    if (!guard.hasRoomFor(request.raw)) return void sendRefusal(reply, busy)
    reply.header(requestIdHeader, request.id)
    // Inflating costs more than it spares at the size of an answer.
    if ((request.headers['content-encoding'] ?? 'identity') === 'identity') return done()
    void sendRefusal(reply, refuse('UNSUPPORTED_MEDIA_TYPE', 'This server takes no compressed bodies.'))
  })
  await server.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], globalDecompression: false })
  await server.register(formbody)
  await registerRoutes(server, context, routesOf(context), overrides)
  await serveResumableFiles(server, context, overrides)
  const description = openApi(config.appVersion)
  serveWatching(server, { register, database, config })
  server.get('/openapi.json', async () => description)
  await servePlayer(server, context, overrides.playerFolder ?? builtPlayer)
  const courses = await createCourseServer(context, overrides.hostFolder ?? builtHost)
  for (const one of [server, courses]) guard.watch(one.server)

  return {
    database,
    clock,
    start: async () => {
      await untilThere(database, () => server.log.warn('the database can not be reached yet; waiting for it'))
      await migrateFirst(database, config.database)
      for (const risk of await durabilityRisks(database)) server.log.warn(`answers can be lost: ${risk}`)
      await moved.look()
      await olderNodes.look()
      await heartbeat.start()
      await generation.begin()
      await sweep(context)
      await sweepFiles()
      live.start()
      await listenForCourses(courses, context)
      await server.listen({ host: config.host, port: config.port })
      const address = server.addresses()[0]
      ports.player = typeof address === 'object' ? address.port : config.port
      return `http://127.0.0.1:${ports.player}`
    },
    stop: async () => {
      guard.stop()
      await live.stop()
      await resultsHub.stop()
      await Promise.all([server, courses].map((one) => stopListening(one, overrides.longestStopMs ?? longestStopMs)))
      await heartbeat.stop()
      await context.background.settled()
      await securityLog.stop()
      await context.printer.stop()
      context.mailer.close()
      await database.close()
    },
  }
}
