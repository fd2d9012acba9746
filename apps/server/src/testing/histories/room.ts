import { type Call, calls, type InputOf, type ReplyOf } from '@sitwell/contract'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { organisationFile } from '../../organisation/organisation-file.ts'
import { storeOrganisation } from '../../organisation/store-organisation.ts'
import { quickPasswords } from '../quick-passwords.ts'
import { createTestPlace, startServerIn, type TestServer } from '../start-test-server.ts'
import { createTestMachine } from '../test-machine.ts'
import { type Answer, confirmRubric, doCall, personOf, signIn, tryCall } from '../test-world.ts'
import { examOfShape, type QuestionPlace, questionsOf, type Shape } from './shape.ts'

/** A form run that was just begun, and the ways to it. */
export interface Sitting {
  readonly prefix: string
  readonly formRunGuid: string
  readonly scheduleGuid: string
  readonly entry: InputOf<typeof calls.examJson>['query']
  readonly questions: readonly QuestionPlace[]
  /** Makes a call as its learner. */
  ask<C extends Call>(call: C, input: InputOf<C>): Promise<Answer>
  /** Signs an administrator in as its learner; answers how they make a call. */
  asLearner(): Promise<Sitting['ask']>
  /** Makes a call as the invigilator. */
  command<C extends Call>(call: C, input: InputOf<C>): Promise<Answer>
  /** What the invigilator is told by a call that has to succeed. */
  look<C extends Call>(call: C, input: InputOf<C>): Promise<ReplyOf<C>>
  passSeconds(seconds: number): void
}

/** A server on a machine whose clock stands, in which one history is played after the other. */
export interface Room {
  readonly server: TestServer
  /** The time as the server has it, whichever of its starts this is. */
  readonly clock: Clock
  /** The machine's clock is set by this many seconds; nothing goes by. */
  setClock(seconds: number): void
  /** Stops the server, and starts it again once `meanwhile` is over: it remembers what is in its database. */
  restart(meanwhile: () => Promise<void>): Promise<void>
  close(): Promise<void>
  /** Milliseconds for which an answer counts that comes after the end. */
  readonly graceSeconds: number
  /** For what a command does beside the server. */
  readonly config: Config
  readonly orgId: number
  begin(shape: Shape): Promise<Sitting>
}

const orgId = 7
/** Milliseconds for which a token is used; it holds a little longer. */
const tokenMs = 600_000

export const openRoom = async (database: Database['dialect']): Promise<Room> => {
  const machine = createTestMachine()
  const clock: Clock = { nowMs: () => server.clock.nowMs() }
  const place = await createTestPlace({ database })
  const overrides = {
    machine,
    // One on its own machine would tell the time, whatever this one's clock says.
    databaseClock: async () => undefined,
    // What the server does by itself, it does at its own moment; a history has to be the same each time.
    beatMs: 86_400_000,
    // A history signs in again, and hashing takes long by design.
    passwords: { hash: async (password: string) => password, verify: async () => true, isCurrent: () => true },
  }
  let server = await startServerIn(place.config, overrides)
  /** The token of somebody who is signed in; again before it runs out, as a player refreshes its own. */
  const signedIn = (username: string) => {
    let held: { readonly token: Promise<string>; readonly untilMs: number } | undefined
    return () => {
      // Two that ask at once sign in once: a second time would end the first one's session.
      if (!held || clock.nowMs() > held.untilMs)
        held = {
          token: signIn(server, { orgId }, username).then(({ access_token }) => access_token),
          untilMs: clock.nowMs() + tokenMs,
        }
      return held.token
    }
  }
  let count = 0
  const begin = async (shape: Shape): Promise<Sitting> => {
    count += 1
    const prefix = `h${count}`
    const exam = examOfShape(prefix, shape)
    const scheduleGuid = `${prefix}-schedule`
    const file = organisationFile.parse({
      format: 'sitwell-organisation',
      formatVersion: 1,
      organisation: { orgId, name: 'Histories', urlToken: 'histories' },
      settings: {
        AllowRemotePause: '1',
        NotifyLearnerImmediatelyOnConnectionLoss: shape.standsStillOffline ? '1' : '0',
        OfflineAnswers: shape.offlineAnswers,
        SealParts: shape.sealsParts ? '1' : '0',
      },
      people: [
        personOf('h', 'learner', 1),
        { ...personOf('h', 'invigilator', 2), invigilator: true },
        { ...personOf('h', 'admin', 3), admin: true },
      ],
      schedules: [
        { guid: scheduleGuid, username: 'learner', exam: exam.examGuid, practiceExtraTimeSeconds: shape.extraSeconds },
      ],
    })
    const packages = [{ exam, resources: [], schedules: [], leftOut: [] }]
    await storeOrganisation(server.db, clock, { file, packages, leftOut: [] }, quickPasswords)
    const learner = signedIn('learner')
    const invigilator = signedIn('invigilator')
    const admin = signedIn('admin')
    const entry = {
      ...{ userGuid: 'h-learner', scheduleGuid, scheduleType: 1, examGuid: exam.examGuid },
      ...{ examObjectTypeGuid: exam.examTypeGuid, versionNumber: exam.version },
    }
    const { formRunGUID: formRunGuid } = await doCall(server, calls.start, { query: entry }, await learner())
    return {
      ...{ prefix, formRunGuid, scheduleGuid, entry, questions: questionsOf(prefix, shape) },
      ask: async (call, input) => tryCall(server, call, input, await learner()),
      asLearner: async () => {
        const asked = { params: { org: orgId }, query: { userID: 1 } }
        const { access_token: token } = await doCall(server, calls.adminLogin, asked, await admin())
        await confirmRubric(server, 'h-learner', token)
        return (call, input) => tryCall(server, call, input, token)
      },
      command: async (call, input) => tryCall(server, call, input, await invigilator()),
      look: async (call, input) => doCall(server, call, input, await invigilator()),
      passSeconds: (seconds) => machine.pass(seconds * 1000),
    }
  }
  return {
    get server() {
      return server
    },
    clock,
    setClock: (seconds) => machine.setClock(seconds * 1000),
    graceSeconds: place.config.lateSaveGraceMs / 1000,
    config: place.config,
    orgId,
    begin,
    restart: async (meanwhile) => {
      await server.stop()
      await meanwhile()
      server = await startServerIn(place.config, overrides)
    },
    close: async () => {
      await server.stop()
      await place.remove()
    },
  }
}
