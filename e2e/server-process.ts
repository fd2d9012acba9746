import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Recording } from '@sitwell/question-types/recordings'
import { readCommandLine } from '../apps/server/src/commands/command-line.ts'
import { commands } from '../apps/server/src/commands/commands.ts'
import { playBackFormRun, selectRecording } from '../apps/server/src/commands/recordings.ts'
import { createMailer, unsentFolder } from '../apps/server/src/mail/mailer.ts'
import { queueReleaseMails, sendMails } from '../apps/server/src/mail-outbox/index.ts'
import { readOrganisation } from '../apps/server/src/organisation/read-organisation.ts'
import { storeOrganisation } from '../apps/server/src/organisation/store-organisation.ts'
import { reservePort } from '../apps/server/src/testing/free-port.ts'
import { startMailServer } from '../apps/server/src/testing/mail-server.ts'
import { type ProctoringStandIn, startProctoringStandIn } from '../apps/server/src/testing/proctoring-stand-in.ts'
import { backUp } from '../apps/server/src/testing/set-back.ts'
import { createTestPlace, startServerIn } from '../apps/server/src/testing/start-test-server.ts'

/** What a worker of the tests may ask of its server's process. */
export type Request =
  | { do: 'import'; path: string }
  | { do: 'answers' | 'recordings' | 'files'; orgId: number; userGuid: string }
  | { do: 'end'; orgId: number; userGuid: string; inMinutes: number }
  | { do: 'pass-time'; seconds: number }
  | { do: 'let-pass'; orgId: number; userGuid: string; seconds: number }
  | { do: 'course-data'; orgId: number; userGuid: string }
  | { do: 'mails'; to: string }
  | { do: 'send-mails' }
  | { do: 'queue-mails'; orgId: number; deliveryId: string; set: number; userGuids: readonly string[] }
  | { do: 'memory' }
  | { do: 'resets'; allowed: boolean }
  | { do: 'proctor'; orgId: number; mood: Partial<ProctoringStandIn['mood']>; debug: boolean }
  | { do: 'command'; words: string[] }
  | { do: 'program'; words: string[]; stopped: boolean }
  | { do: 'back-up' }
  | { do: 'restore' }

/** The stand-in of an organisation's providers, and what is in its ledgers of them. */
export interface Proctoring {
  origin: string
  /** What it was asked to launch last. */
  launchUrl: string | undefined
  supervision: string[]
}

export type Reply = { origin: string } | { id: number; value?: unknown; error?: string }

/** An uploaded file as the server's database holds it. */
export interface StoredFile {
  fileName: string
  base64: string
}

/** An answer as the server's database holds it. */
export interface StoredAnswer {
  questionId: string
  answerText: string
  optionIds: string[]
  bookmarked: boolean
  sequence: number
  /** The answer as it was sent: all of it. */
  wire: unknown
}

/** What a learner did in a form run, and what it ends with when it is played back. */
export interface PlayedRecording {
  recording: Recording
  played: Awaited<ReturnType<typeof playBackFormRun>>
}

/** A mail, or a text message, as it was written for somebody. */
export interface SentMail {
  subject: string
  text: string
  /** Of the link in it, with its query: where this machine's browser opens it. */
  path: string | undefined
  /** Six digits that stand in it. */
  code: string | undefined
}

const sitwellProgram = fileURLToPath(new URL('../apps/server/src/sitwell.ts', import.meta.url))

const mailServer = await startMailServer()
const standIn = await startProctoringStandIn()
/** The organisations that have the stand-in for a provider. */
const proctoring = new Map<number, ProctoringStandIn['providers']>()
const hasOwnClock = process.argv.includes('own-clock')
/** Nobody else has the ports while the server is away for a moment. */
const [{ port }, { port: scormPort }] = [await reservePort(), await reservePort()] as const
const place = await createTestPlace({
  database: process.argv[2] === 'postgres' ? 'postgres' : 'sqlite',
  config: {
    port,
    scormPort,
    smtpUrl: mailServer.url,
    controlsFolder: fileURLToPath(new URL('./controls', import.meta.url)),
    // On a busy machine another sign-in takes long. Where the test moves the clock, the grace is short.
    lateSaveGraceMs: hasOwnClock ? 30_000 : 600_000,
    proctoring,
    proctoringPatienceMs: 500,
  },
})
/** Milliseconds that the tests have moved the clock of this server ahead of the machine's; undefined unless the server has its own clock. */
let aheadMs = hasOwnClock ? 0 : undefined
const overrides = {
  playerFolder: fileURLToPath(new URL('../apps/player/dist', import.meta.url)),
  previewFolder: fileURLToPath(new URL('../apps/player/preview/dist', import.meta.url)),
  officeFolder: fileURLToPath(
    new URL(process.argv.includes('small-app') ? '../node_modules/.sitwell-small-app' : '../apps/office/dist', import.meta.url),
  ),
  ...(aheadMs !== undefined && { clock: { nowMs: () => Date.now() + (aheadMs ?? 0) } }),
}
let server = await startServerIn(place.config, overrides)
let backup: Awaited<ReturnType<typeof backUp>> | undefined

process.on('message', async (request: Request & { id: number }) => {
  try {
    tell({ id: request.id, value: await answerTo(request) })
  } catch (error) {
    tell({ id: request.id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
process.once('SIGTERM', async () => {
  await server.stop()
  await backup?.remove()
  await place.remove()
  await mailServer.stop()
  await standIn.stop()
  process.exit()
})
// A worker that was killed leaves no server behind.
process.once('disconnect', () => process.exit())

tell({ origin: server.origin })

function answerTo(request: Request): Promise<unknown> {
  if (request.do === 'import') return importFrom(request.path)
  if (request.do === 'course-data') return courseDataOf(request)
  if (request.do === 'mails') return mailsTo(request.to)
  if (request.do === 'memory') return memory()
  if (request.do === 'resets') return allowResets(request.allowed)
  if (request.do === 'proctor') return proctor(request)
  if (request.do === 'command') return command(request.words)
  if (request.do === 'program') return program(request)
  if (request.do === 'back-up') return whileStopped(keepBackup)
  if (request.do === 'restore') return whileStopped(async () => backup?.restore())
  if (request.do === 'end') return endTime(request)
  if (request.do === 'pass-time') return passTime(request.seconds)
  if (request.do === 'let-pass') return letPass(request)
  if (request.do === 'files') return filesOf(request)
  if (request.do === 'send-mails') return sendQueued()
  if (request.do === 'queue-mails') return queueMails(request)
  return request.do === 'recordings' ? recordingsOf(request) : answersOf(request)
}

/** Gives an organisation the stand-in for its providers, which then is as it is told, for everybody. */
async function proctor({ orgId, mood, debug }: Request & { do: 'proctor' }): Promise<Proctoring> {
  const { proctorio, integrityAdvocate } = standIn.providers
  proctoring.set(orgId, { proctorio: { ...proctorio, debug }, integrityAdvocate })
  Object.assign(standIn.mood, { launch: 'well', page: 'active', monitor: 'well' }, mood)
  const value = standIn.appId
  const row = { org_id: orgId, name: 'IntegrityAdvocate-AppID', value }
  await server.db.kysely
    .insertInto('setting')
    .values(row)
    .onConflict((conflict) => conflict.columns(['org_id', 'name']).doUpdateSet({ value }))
    .execute()
  const events = await server.db.kysely
    .selectFrom('form_run_event')
    .select('details')
    .where('org_id', '=', orgId)
    .where('kind', '=', 'supervision')
    .orderBy('number')
    .execute()
  return {
    origin: standIn.origin,
    launchUrl: standIn.launches.at(-1)?.launch_url,
    supervision: events.map(({ details }) => (JSON.parse(details) as { what: string }).what),
  }
}

/** The testing flag: read at each call. */
async function allowResets(useResetScheduleCheat: boolean): Promise<void> {
  // Boundary: the server that runs has its own configuration.
  Object.assign(server.config, { useResetScheduleCheat })
}

/** What the SCOs of a learner have set, in the order of their course. */
async function courseDataOf({ orgId, userGuid }: Request & { do: 'course-data' }): Promise<Record<string, string>[]> {
  const rows = await server.db.kysely
    .selectFrom('sco_attempt')
    .innerJoin('course_attempt', 'course_attempt.course_attempt_guid', 'sco_attempt.course_attempt_guid')
    .select('sco_attempt.data')
    .where('course_attempt.org_id', '=', orgId)
    .where('course_attempt.user_guid', '=', userGuid)
    .orderBy('sco_attempt.position')
    .execute()
  return rows.map(({ data }) => Object.fromEntries(JSON.parse(data)))
}

/** Does what `sitwell` does with these words, on the same database; answers what it says, and throws that where it ends with a failure. */
async function command(words: string[]): Promise<string> {
  const output: string[] = []
  const { log, error } = console
  console.log = (line: string) => void output.push(line)
  console.error = console.log
  try {
    const line = readCommandLine(words)
    const act = await commands.get(line.command ?? '')?.(line)
    const code = await act?.({ database: server.db, config: place.config })
    if (code !== 0) throw new Error(`sitwell ${words.join(' ')} ended with ${code}: ${output.join('\n')}`)
  } finally {
    console.log = log
    console.error = error
  }
  return output.join('\n')
}

/** Runs the program itself beside the server, as an operator does, or while the server is away; answers what it says. */
async function program({ words, stopped }: Request & { do: 'program' }): Promise<string> {
  const env = {
    ...process.env,
    SITWELL_DATA: place.config.dataFolder,
    SITWELL_SECRET: Buffer.from(place.config.tokenSecret).toString(),
  }
  let output = ''
  const run = async () => {
    output = (await promisify(execFile)(process.execPath, [sitwellProgram, ...words], { env })).stdout
  }
  await (stopped ? whileStopped(run) : run())
  return output
}

/** The server is away for a moment, and comes back at its address. */
async function whileStopped(work: () => Promise<void>): Promise<void> {
  await server.stop()
  await work()
  server = await startServerIn(place.config, overrides)
}

async function keepBackup(): Promise<void> {
  await backup?.remove()
  backup = await backUp(place.config)
}

/** The time of a learner's open form runs is over this many minutes from now; no page is told. */
async function endTime({ orgId, userGuid, inMinutes }: Request & { do: 'end' }): Promise<void> {
  await server.db.kysely
    .updateTable('form_run')
    .set({ ends_at: server.clock.nowMs() + inMinutes * 60_000 })
    .where('org_id', '=', orgId)
    .where('user_guid', '=', userGuid)
    .where('completed_at', 'is', null)
    .execute()
}

async function passTime(seconds: number): Promise<void> {
  if (aheadMs === undefined)
    throw new Error('This server follows the machine’s clock: its tests need `test.use({ hasOwnClock: true })`.')
  aheadMs += seconds * 1000
}

/** All that the server knows of a learner's open exam happened so much earlier: it believes in no time that only a page's clock has seen. */
async function letPass({ orgId, userGuid, seconds }: Request & { do: 'let-pass' }): Promise<void> {
  const ms = seconds * 1000
  const open = await server.db.kysely
    .updateTable('form_run')
    .set(({ eb }) => ({
      started_at: eb('started_at', '-', ms),
      ends_at: eb('ends_at', '-', ms),
      paused_at: eb('paused_at', '-', ms),
      held_until: eb('held_until', '-', ms),
    }))
    .where('org_id', '=', orgId)
    .where('user_guid', '=', userGuid)
    .where('completed_at', 'is', null)
    .returning('form_run_guid')
    .execute()
  await server.db.kysely
    .updateTable('form_run_event')
    .set(({ eb }) => ({ at: eb('at', '-', ms) }))
    .where('org_id', '=', orgId)
    .where(
      'form_run_guid',
      'in',
      open.map((run) => run.form_run_guid),
    )
    .execute()
}

/** Queues mails as the release of a result set does. */
async function queueMails({ do: _, ...release }: Request & { do: 'queue-mails' }): Promise<void> {
  await queueReleaseMails(server.db.kysely, { ...release, nowMs: server.clock.nowMs() })
}

/** Sends what is queued, as the job does, which doesn't run by itself here. */
async function sendQueued(): Promise<void> {
  const { db: database, clock, config } = server
  const mailer = createMailer(config, clock)
  await sendMails({ database, clock, config, mailer, log: { warn: () => {} } })
  mailer.close()
}

/** What the mail server took, and the text messages, which are written to files where no provider is configured. */
async function mailsTo(to: string): Promise<SentMail[]> {
  const mails = mailServer.received.filter((mail) => mail.to?.some((one) => one.address === to))
  return [...mails.map(({ subject = '', text = '' }) => asSent(subject, text)), ...(await textMessagesTo(to))]
}

function asSent(subject: string, text: string): SentMail {
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  const path = link === undefined ? undefined : link.slice(new URL(link).origin.length)
  return { subject, text, path, code: /\b\d{6}\b/.exec(text)?.[0] }
}

async function textMessagesTo(to: string): Promise<SentMail[]> {
  const folder = unsentFolder(server.config.dataFolder)
  const names = (await readdir(folder).catch(() => [])).sort()
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return files.flatMap((file) => {
    const [, recipient, subject = '', text = ''] = /^To: (.*)\n[\s\S]*?^Subject: (.*)\n\n([\s\S]*)$/m.exec(file) ?? []
    return recipient === to ? [asSent(subject, text)] : []
  })
}

/** Bytes that this process's objects take, once what nobody needs is thrown away. */
async function memory(): Promise<number> {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

function tell(reply: Reply): void {
  process.send?.(reply)
}

async function importFrom(path: string): Promise<void> {
  const reading = await readOrganisation(path)
  if (!reading.ok) throw new Error(reading.problems.map(({ place, message }) => `${place}: ${message}`).join('\n'))
  await storeOrganisation(server.db, server.clock, reading.organisation)
}

async function filesOf({ orgId, userGuid }: { orgId: number; userGuid: string }): Promise<StoredFile[]> {
  const { kysely } = server.db
  const rows = await kysely
    .selectFrom('uploaded_file')
    .innerJoin('form_run', (on) =>
      on
        .onRef('form_run.org_id', '=', 'uploaded_file.org_id')
        .onRef('form_run.form_run_guid', '=', 'uploaded_file.form_run_guid'),
    )
    .select(['file_name', 'content_guid'])
    .where('form_run.org_id', '=', orgId)
    .where('form_run.user_guid', '=', userGuid)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .execute()
  const chunksOf = (contentGuid: string) =>
    kysely.selectFrom('file_chunk').select('bytes').where('content_guid', '=', contentGuid).orderBy('number').execute()
  return Promise.all(
    rows.map(async ({ file_name: fileName, content_guid }) => {
      const chunks = await chunksOf(content_guid)
      return { fileName, base64: Buffer.concat(chunks.map(({ bytes }) => bytes)).toString('base64') }
    }),
  )
}

async function answersOf({ orgId, userGuid }: { orgId: number; userGuid: string }): Promise<StoredAnswer[]> {
  const rows = await server.db.kysely
    .selectFrom('answer')
    .innerJoin('form_run', (on) =>
      on.onRef('form_run.org_id', '=', 'answer.org_id').onRef('form_run.form_run_guid', '=', 'answer.form_run_guid'),
    )
    .select(['question_id', 'answer', 'bookmarked', 'sequence'])
    .where('form_run.org_id', '=', orgId)
    .where('form_run.user_guid', '=', userGuid)
    .orderBy('question_id')
    .execute()
  return rows.map((row) => {
    const wire = JSON.parse(row.answer) as { answerText: string; options: { optionID: string }[] }
    const { answerText, options } = wire
    return {
      questionId: row.question_id,
      answerText,
      optionIds: options.map((one) => one.optionID),
      bookmarked: row.bookmarked === 1,
      sequence: row.sequence,
      wire,
    }
  })
}

async function recordingsOf({ orgId, userGuid }: { orgId: number; userGuid: string }): Promise<PlayedRecording[]> {
  const runs = await server.db.kysely
    .selectFrom('form_run')
    .select('form_run_guid')
    .where('org_id', '=', orgId)
    .where('user_guid', '=', userGuid)
    .execute()
  const recordings = await Promise.all(runs.map((run) => selectRecording(server.db, orgId, run.form_run_guid)))
  return Promise.all(
    recordings
      .filter((one) => one !== undefined)
      .map(async (recording) => ({ recording, played: await playBackFormRun(server.db, orgId, recording) })),
  )
}
