import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import compress from '@fastify/compress'
import formbody from '@fastify/formbody'
import { calls, requestIdHeader } from '@sitwell/contract'
import { appPaths } from '@sitwell/contract/app-paths'
import fastify, { type FastifyBaseLogger, type FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import { readControls } from './ascx/controls.ts'
import { createSaveMeter, createSaveQueue } from './assessment/answers/index.ts'
import { sweepFiles } from './assessment/files/index.ts'
import { createExamCache, createFormRunFacts } from './assessment/form-run/index.ts'
import { createContacts, createRunningExams } from './assessment/ledger/index.ts'
import { createBackground } from './background.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { ApplicationContext } from './context.ts'
import { type Database, type DatabaseConfig, openDatabase } from './db/database.ts'
import { durabilityRisks } from './db/durability-risks.ts'
import { migrate } from './db/migrate.ts'
import { createMovedOrganisations } from './db/moved-organisations.ts'
import type { FileNotice } from './db/sqlite-messages.ts'
import { untilThere } from './db/until-there.ts'
import { serveResumableFiles } from './files/resumable/resumable-files.ts'
import { createClamav } from './files/scan/clamav.ts'
import { createGeneration } from './generation/generation.ts'
import { createOrganisationOrigins } from './generation/organisation-origins.ts'
import { createSessions } from './http/caller.ts'
import type { ConnectionGuard } from './http/connections/connection-guard.ts'
import { takeEncodedBodies } from './http/encoded-bodies.ts'
import { handleErrors } from './http/error-handler.ts'
import { countHeldAnswers } from './http/held-answers.ts'
import { createOfficeSessions } from './http/office/office-sessions.ts'
import { createPreviewTokens } from './http/office/preview-tokens.ts'
import { openApi } from './http/open-api.ts'
import { refuse } from './http/refusal.ts'
import { registerRoutes, sendRefusal } from './http/register.ts'
import { requestIdOf } from './http/request-id.ts'
import { securityHeaders } from './http/security-headers.ts'
import { sharedAnswer } from './http/shared-answer.ts'
import { takeJson } from './http/take-json.ts'
import { announceFirstRun } from './installation/first-run.ts'
import { jobsOf } from './jobs.ts'
import { createKeys } from './keys.ts'
import { createPackageReader } from './library/reading/package-reader.ts'
import { createLiveHub } from './live/live-hub.ts'
import { createOwnOrigins } from './live/own-origins.ts'
import { actionsForPage } from './live-view/learner-actions.ts'
import { createLiveBoards } from './live-view/live-boards.ts'
import { createCourseServer } from './lms/course-server.ts'
import { createForwarding } from './lms/forward/forward-statements.ts'
import type { Ports } from './lms/scorm-address.ts'
import { recordMails } from './mail/mail-record.ts'
import { createMailer } from './mail/mailer.ts'
import type { Overrides } from './overrides.ts'
import type { Printer } from './paper/printing/printer.ts'
import { argon2id } from './passwords.ts'
import { createResultsHub } from './practice-results/results-hub.ts'
import { createTickets } from './proctoring/tickets.ts'
import { routesOf } from './routes.ts'
import { createJobRecord, createScheduler, mostJobsAtOnce } from './scheduler.ts'
import { aloneInItsProcess, type ServedPlace } from './security/organisation/served-place.ts'
import { sweep } from './security/sweep.ts'
import { createSecurityLog } from './security-log/security-log.ts'
import { eventOfCall } from './security-log/watch-calls.ts'
import type { ServerLog } from './server-log.ts'
import { createHeartbeat } from './server-time/heartbeat.ts'
import { createMachine } from './server-time/machine.ts'
import { createServerClock, heldServerClock } from './server-time/server-clock.ts'
import { appOfPage } from './site/app-of-page.ts'
import { type BuiltApp, serveApps } from './site/serve-apps.ts'
import { supervisors } from './supervisors.ts'
import { createTextMessages } from './text-message/text-messages.ts'
import { watchCertificate } from './watching/certificate.ts'
import { createFileTrust } from './watching/file-trust.ts'
import { watchServer } from './watching/gauges.ts'
import { measureRequests } from './watching/measure-requests.ts'
import { createReadiness } from './watching/readiness.ts'
import { serveWatching } from './watching/serve-watching.ts'

/** Of what is no call, and takes no body. */
const largestBodyBytes = 1024

/** Milliseconds between two runs of the jobs that run most often. */
const shortestJobMs = 4000

/** Milliseconds in which a statement of a call is over, or never will be: a browser asks again after two minutes. */
const longestStatementMs = 60_000

const busy = refuse('BUSY', 'This server has too many requests under way.', { retryAfterSeconds: 2 })

const notYet = refuse('CANNOT_SAVE', 'The database can not be reached yet; nothing was saved.', { retryAfterSeconds: 2 })

const builtHost = fileURLToPath(new URL('../../scorm-host/dist', import.meta.url))
const builtPlayer = fileURLToPath(new URL('../../player/dist', import.meta.url))
const builtOffice = fileURLToPath(new URL('../../office/dist', import.meta.url))
const builtPreview = fileURLToPath(new URL('../../player/preview/dist', import.meta.url))

const appsOf = ({
  playerFolder = builtPlayer,
  officeFolder = builtOffice,
  previewFolder = builtPreview,
}: Overrides): readonly BuiltApp[] => [
  { path: appPaths.player, folder: playerFolder },
  { path: appPaths.office, folder: officeFolder },
  { path: appPaths.preview, folder: previewFolder },
]

/** Whether what is asked for is somewhere in the database: not the player's own files, its settings, and what machines ask. */
const needsDatabase = ({ routeOptions: { config } }: FastifyRequest) =>
  config.call === undefined ? config.readsDatabase === true : config.call !== calls.configuration

/** Over a connection without a limit: a migration takes its time, and waits for that of another server. */
const migrateFirst = async (own: Database, config: DatabaseConfig) => {
  if (own.dialect === 'sqlite') return void (await migrate(own.kysely, own.dialect))
  const patient = openDatabase(config)
  await migrate(patient.kysely, patient.dialect).finally(patient.close)
}

/** What the applications of one process share. */
export interface Shared {
  readonly log: FastifyBaseLogger
  readonly guard: ConnectionGuard
  readonly printer: Printer
  /** Known once the process listens. */
  readonly ports: Ports
  /** Where the figures of this application go. */
  readonly register: Registry
  /** What `GET /metrics` answers: the figures of all of them. */
  figures(): Promise<string>
  /** Of this application; alone in its process, unless it is given. */
  readonly servedPlace?: ServedPlace
}

/** All that is served of one database: its calls, pages, live events and courses. It listens nowhere itself: requests are handed to it. */
export interface Application {
  readonly database: Database
  readonly clock: Clock
  /** Take what their listeners are told of: `request` and `upgrade`. */
  readonly player: HttpServer
  readonly courses: HttpServer
  /** Whether the database has been there, and calls are answered. */
  isServing(): boolean
  /** Whether an answer can be saved now. */
  isReady(): Promise<boolean>
  /** Waits for the database, migrates, and serves from then on. */
  open(patience?: Patience): Promise<void>
  /** Ends the live connections. */
  disconnect(): Promise<void>
  /** Ends its work and closes the database; to be called once no request is under way. */
  close(): Promise<void>
}

/** Of whoever waits for a database. */
export interface Patience {
  /** Milliseconds; a minute unless given. */
  readonly ms?: number
  readonly signal?: AbortSignal
  /** Told once, if it isn't there at first. */
  onAway?(): void
}

/** Nothing runs before `open`. */
export const createApplication = async (config: Config, shared: Shared, overrides: Overrides = {}): Promise<Application> => {
  const { guard, printer, ports, register } = shared
  const apps = appsOf(overrides)
  const machine = overrides.machine ?? createMachine()
  const clock = overrides.clock ? heldServerClock(overrides.clock) : createServerClock(machine)
  // What may fail comes before the database, which nobody would close.
  const controls = readControls(config.controlsFolder)
  const reportFile = config.database.dialect === 'sqlite' ? createFileTrust(shared) : undefined
  const onFile = (notice: FileNotice) => {
    reportFile?.(notice)
    if (notice.what === 'lost') void generation.suspect()
  }
  const database = openDatabase(config.database, { longestStatementMs, ...(reportFile && { onFile }) })
  const server = fastify({
    bodyLimit: largestBodyBytes,
    serverFactory: (handle) => createHttpServer(handle),
    trustProxy: config.isProxy,
    genReqId: requestIdOf,
    routerOptions: { maxParamLength: 500 },
    // An address that can't be read, or has too long a part, reaches no route: a person is shown its app anyway. Not the login
    // page, which ends a session.
    frameworkErrors: (_error, request, reply) => {
      // No hook has run.
      reply.headers(headers.ofCalls)
      const page = appOfPage(request, apps)
      if (page) void reply.redirect(`${page.app.path.replace(/\/$/, '')}/not-found`)
      else sendRefusal(reply, refuse('INVALID_REQUEST', 'The address can not be read.'))
    },
    // A logger for each request numbers its lines, of which there is one at most unless all requests are told.
    childLoggerFactory: (logger, { reqId }) => (config.logLevel === 'info' ? logger.child({ requestId: reqId }) : logger),
    loggerInstance: shared.log,
  })
  const log: ServerLog = server.log
  let isServing = false
  const moved = createMovedOrganisations(database)
  const sessions = createSessions(database, config, clock, { moved })
  const officeSessions = createOfficeSessions(database, clock, { moved })
  const previewTokens = createPreviewTokens(database, config, clock, { moved })
  const exams = createExamCache(database, clock.nowMs)
  const contacts = createContacts(database, clock)
  const ownOrigins = createOwnOrigins({ config, database, clock, log })
  const live = createLiveHub(
    server.server,
    {
      ...{ database, clock, sessions, exams, contacts, guard, ownOrigins, log },
      actionsForPage: (place) => actionsForPage(database, place),
    },
    config.database,
    overrides,
  )
  const isLogged = config.logLevel === 'warn' || config.logLevel === 'info'
  const securityLog = createSecurityLog({ database, clock, log, isLogged })
  server.decorate('watchCall', ({ routeOptions, caller, ip, body, query, params }, code) => {
    const { call } = routeOptions.config
    const event = call && eventOfCall({ call, caller, code, request: { ip, body, query, params } })
    if (event) securityLog.note(event)
  })
  const generation = createGeneration({ database, config, clock, log })
  const mails = recordMails(overrides.mailer ?? createMailer(config, clock), clock)
  const jobs = createJobRecord()
  const context: ApplicationContext & { readonly ports: Ports } = {
    ports,
    config,
    database,
    clock,
    moved,
    sessions,
    officeSessions,
    previewTokens,
    servedPlace: shared.servedPlace ?? aloneInItsProcess,
    exams,
    live,
    boards: createLiveBoards({ database, exams, clock, config, generation }),
    printer,
    saves: createSaveQueue(database, config.lateSaveGraceMs, createSaveMeter(register)),
    formRunFacts: createFormRunFacts(database, clock),
    contacts,
    supervisors,
    generation,
    organisationOrigins: createOrganisationOrigins(database),
    controls,
    passwords: overrides.passwords ?? argon2id,
    tickets: createTickets({ database, exams, clock }),
    keys: createKeys(config.tokenSecret, { accepted: config.acceptedSecret }),
    mailer: mails.mailer,
    operation: { sinceMs: clock.nowMs(), jobs, mails, certificate: watchCertificate(config, clock) },
    textMessages: overrides.textMessages ?? createTextMessages(config, clock),
    background: createBackground(log),
    guard,
    securityLog,
    scanner: config.clamav && createClamav(config.clamav),
    forwarding: createForwarding({ database, clock, config, log }),
    packageReader: createPackageReader({ database, config, clock, log }),
    log,
  }
  const resultsHub = createResultsHub(server.server, { ...context, ownOrigins })
  const heartbeat = createHeartbeat({ ...context, runningExams: createRunningExams(context), ...overrides, clock, machine })
  const turnMs = overrides.beatMs ?? shortestJobMs
  const scheduler = createScheduler(jobsOf(context, turnMs), {
    ...{ clock, register, turnMs, log, record: jobs },
    steadyMs: () => machine.steadyMs(),
    mostAtOnce: mostJobsAtOnce((config.database.dialect === 'postgres' && config.database.poolSize) || 10),
  })
  handleErrors(server)
  measureRequests(server, register)
  watchServer(register, { ...context, connections: live.connections, lastBeatMs: heartbeat.lastBeatMs })
  // No call takes plain text; without this it would reach the calls as a body.
  server.removeContentTypeParser('text/plain')
  takeJson(server)
  takeEncodedBodies(server)
  const headers = await securityHeaders(config.publicUrl, controls.scriptHashes)
  const isReady = createReadiness(database, () => isServing)
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.routeOptions.config.answersJson ? headers.ofCalls : headers.ofPages)
    if (!guard.hasRoomFor(request.raw)) return void sendRefusal(reply, busy)
    reply.header(requestIdHeader, request.id)
    if (!isServing && needsDatabase(request)) return void sendRefusal(reply, notYet)
    // Inflating costs more than it spares at the size of an answer.
    if ((request.headers['content-encoding'] ?? 'identity') === 'identity') return done()
    void sendRefusal(reply, refuse('UNSUPPORTED_MEDIA_TYPE', 'This server takes no compressed bodies.'))
  })
  countHeldAnswers(server, guard)
  await server.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], globalDecompression: false })
  await server.register(formbody)
  await registerRoutes(server, context, routesOf(context), overrides)
  await serveResumableFiles(server, context, overrides)
  const description = sharedAnswer('application/json; charset=utf-8', () => JSON.stringify(openApi(config.appVersion)))
  serveWatching(server, { figures: shared.figures, isReady, config })
  server.get('/openapi.json', { config: { sharesAnswer: true }, compress: false }, (_request, reply) => description.send(reply))
  await serveApps(server, context, apps)
  const courses = await createCourseServer(context, overrides.hostFolder ?? builtHost, () => isServing, shared.log)
  await Promise.all([server.ready(), courses.ready()])

  return {
    database,
    clock,
    player: server.server,
    courses: courses.server,
    isServing: () => isServing,
    isReady,
    open: async ({ ms, signal, onAway } = {}) => {
      const tell = () => {
        log.warn({ event: 'database-awaited' }, 'the database can not be reached yet; the server waits for it')
        onAway?.()
      }
      await untilThere(database, tell, ms, signal)
      await migrateFirst(database, config.database)
      for (const risk of await durabilityRisks(database)) log.warn({ event: 'durability-risk' }, `answers can be lost: ${risk}`)
      await moved.look()
      await heartbeat.start()
      await generation.begin()
      await sweep(context)
      await announceFirstRun(database, context.keys, log)
      await sweepFiles(context)
      live.start()
      scheduler.start()
      isServing = true
    },
    disconnect: async () => {
      await live.stop()
      await resultsHub.stop()
    },
    close: async () => {
      await Promise.all([server.close(), courses.close()])
      await context.packageReader.stop()
      await scheduler.stop()
      await heartbeat.stop()
      await context.background.settled()
      await securityLog.stop()
      context.mailer.close()
      await database.close()
    },
  }
}
