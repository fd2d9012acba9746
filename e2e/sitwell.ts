import { fork } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Call } from '@sitwell/contract'
import type { ProctoringStandIn } from '../apps/server/src/testing/proctoring-stand-in.ts'
import { type OrganisationSpec, person, type World, writeOrganisation } from './arrange.ts'
import type { PlayedRecording, Proctoring, Reply, Request, SentMail, StoredAnswer, StoredFile } from './server-process.ts'

/** The server as a test sees it. */
export interface Sitwell {
  /** `http://127.0.0.1:PORT`, no slash at the end. */
  readonly origin: string
  readonly database: 'sqlite' | 'postgres'
  /** Imports an organisation of the test's own. Where its number is fixed, its people have one behind their user names. */
  arrange(spec: OrganisationSpec): Promise<World>
  /** What the server holds of a learner's answers, read from its database: no call, so that nobody's session ends. */
  answersOf(world: World, username?: string): Promise<StoredAnswer[]>
  /** The files that a learner has uploaded, in their order, read from the server's database. */
  filesOf(world: World, username?: string): Promise<{ fileName: string; bytes: Buffer }[]>
  /** The mails that were sent to an address, or the text messages to a telephone, the oldest first. They come a moment after their call. */
  mailsTo(address: string): Promise<SentMail[]>
  /** Queues the mails that the release of a result set of a delivery sends to these people. */
  queueMails(world: World, deliveryId: string, set: number, usernames: readonly string[]): Promise<void>
  /** Sends what is queued: the job that does so doesn't run by itself here. */
  sendMails(): Promise<void>
  /** What a learner did in each form run, as `sitwell recording` prints it, and as `sitwell play-recording` plays it. */
  recordingsOf(world: World, username?: string): Promise<PlayedRecording[]>
  /** Gives an organisation a stand-in for its proctoring providers, as it should be or in another mood, and tells of it. */
  proctor(world: World, mood?: Partial<ProctoringStandIn['mood']> & { readonly debug?: boolean }): Promise<Proctoring>
  /** Bytes that the objects of the server's process take, once what nobody needs is thrown away. */
  memory(): Promise<number>
  /** Has the server count a learner's time as over this many minutes from now, or before; no page is told. */
  endTime(world: World, inMinutes: number, username?: string): Promise<void>
  /** Moves the server's clock, in a test with `hasOwnClock`: what the server judges by its own moment can't be moved for one learner alone. */
  passTime(seconds: number): Promise<void>
  /** So much time has gone by for a learner's open exam. */
  letPass(world: World, seconds: number, username?: string): Promise<void>
  /** Runs a command of `sitwell` for the organisation; answers what it says. */
  command(world: World, ...words: string[]): Promise<string>
  /** Runs the program itself over the embedded database, beside the server or while it is away for a moment; answers what it says. */
  program(how: { readonly stopped: boolean }, ...words: string[]): Promise<string>
  /** What the SCOs of a learner's courses have set, read from the server's database. */
  courseDataOf(world: World, username?: string): Promise<Record<string, string>[]>
  /** Switches the testing flag: reset buttons and calls. */
  allowResets(allowed: boolean): Promise<void>
  /** Backs the database up, and sets it back to that; the server is away for a moment each time. */
  backUp(): Promise<void>
  restore(): Promise<void>
  /** Cuts the page's network; everything that is loaded stays. */
  goOffline(page: Page): Promise<void>
  goOnline(page: Page): Promise<void>
  /** Changes what a call answers to the page: what no arranged organisation can say, such as a question of an unknown type. */
  changeReply(page: Page, call: Call, change: (reply: unknown) => unknown): Promise<void>
}

/** Starts its own server, in its own process as in real life, over an empty database. */
export async function openSitwell(
  database: 'sqlite' | 'postgres',
  { hasOwnClock = false, hasSmallApp = false } = {},
): Promise<{ sitwell: Sitwell; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-e2e-'))
  const child = fork(
    new URL('./server-process.ts', import.meta.url),
    [database, ...(hasOwnClock ? ['own-clock'] : []), ...(hasSmallApp ? ['small-app'] : [])],
    {
      execArgv: [],
      env: withoutLoaders(),
    },
  )
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let lastId = 0
  const started = new Promise<string>((resolve, reject) => {
    child.on('message', (reply: Reply) => {
      if ('origin' in reply) return resolve(reply.origin)
      const one = waiting.get(reply.id)
      waiting.delete(reply.id)
      if (reply.error === undefined) one?.resolve(reply.value)
      else one?.reject(new Error(reply.error))
    })
    child.on('exit', (code, signal) => {
      const error = new Error(`The server of the tests ended with ${signal ?? `code ${code}`}.`)
      reject(error)
      for (const one of waiting.values()) one.reject(error)
    })
  })
  const ask = <T>(request: Request): Promise<T> =>
    new Promise((resolve, reject) => {
      lastId += 1
      // The value is what server-process.ts answers to this request.
      waiting.set(lastId, { resolve: (value) => resolve(value as T), reject })
      child.send({ ...request, id: lastId })
    })
  const origin = await started
  let arranged = 0

  return {
    sitwell: {
      origin,
      database,
      async arrange(spec) {
        const place = await mkdtemp(join(folder, 'organisation-'))
        arranged += 1
        const { file, world } = await writeOrganisation(withOwnPeople(spec, arranged), place)
        const path = join(place, 'organisation.json')
        await writeFile(path, JSON.stringify(file, null, 2))
        await ask({ do: 'import', path })
        return { ...world, origin }
      },
      answersOf: (world, username) => ask({ do: 'answers', ...learnerOf(world, username) }),
      async filesOf(world, username) {
        const files = await ask<StoredFile[]>({ do: 'files', ...learnerOf(world, username) })
        return files.map(({ fileName, base64 }) => ({ fileName, bytes: Buffer.from(base64, 'base64') }))
      },
      recordingsOf: (world, username) => ask({ do: 'recordings', ...learnerOf(world, username) }),
      mailsTo: (to) => ask({ do: 'mails', to }),
      sendMails: () => ask({ do: 'send-mails' }),
      queueMails: (world, deliveryId, set, usernames) =>
        ask({
          ...{ do: 'queue-mails', orgId: world.orgId, deliveryId, set },
          userGuids: usernames.map((username) => learnerOf(world, username).userGuid),
        }),
      proctor: ({ orgId }, { debug = false, ...mood } = {}) => ask({ do: 'proctor', orgId, mood, debug }),
      memory: () => ask({ do: 'memory' }),
      passTime: (seconds) => ask({ do: 'pass-time', seconds }),
      letPass: (world, seconds, username) => ask({ do: 'let-pass', ...learnerOf(world, username), seconds }),
      endTime: (world, inMinutes, username) => ask({ do: 'end', ...learnerOf(world, username), inMinutes }),
      courseDataOf: (world, username) => ask({ do: 'course-data', ...learnerOf(world, username) }),
      command: ({ orgId }, ...words) => ask({ do: 'command', words: [...words, '--org', String(orgId)] }),
      program: ({ stopped }, ...words) => ask({ do: 'program', words, stopped }),
      allowResets: (allowed) => ask({ do: 'resets', allowed }),
      backUp: () => ask({ do: 'back-up' }),
      restore: () => ask({ do: 'restore' }),
      goOffline: (page) => page.context().setOffline(true),
      goOnline: (page) => page.context().setOffline(false),
      changeReply: async (page, call, change) => {
        await page.route(
          (url) => url.pathname.endsWith(`/${call.path}`),
          async (route) => {
            const response = await route.fetch()
            await route.fulfill({ response, json: change(await response.json()) })
          },
        )
      },
    },
    async stop() {
      // It may have ended by itself; nothing would tell of that a second time.
      const isRunning = child.exitCode === null && child.signalCode === null
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      if (isRunning) await ended
      else console.error(`The server of the tests ended by itself, with ${child.signalCode ?? `code ${child.exitCode}`}.`)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Several tests may want one organisation for its rules: no user name of it may be there twice. */
function withOwnPeople(spec: OrganisationSpec, number: number): OrganisationSpec {
  if (spec.orgId === undefined) return spec
  const named = <T extends { username?: string }>(one: T): T =>
    one.username === undefined ? one : { ...one, username: `${one.username}-${number}` }
  const { people = [person()], schedules = [] } = spec
  return { ...spec, people: people.map(named), schedules: schedules.map(named) }
}

function learnerOf(world: World, username: string = world.people[0].username) {
  const learner = world.people.find((one) => one.username === username)
  if (!learner) throw new Error(`Nobody is called ${username} here.`)
  return { orgId: world.orgId, userGuid: learner.userGuid }
}

/** Playwright's own loader must not reach the server's process: Node runs the sources directly. */
function withoutLoaders(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, ...env } = process.env
  return env
}
