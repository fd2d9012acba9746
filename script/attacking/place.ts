import { randomUUID } from 'node:crypto'
import { calls, type Role } from '@sitwell/contract'
import type { Database } from '../../apps/server/src/db/database.ts'
import { readProxies } from '../../apps/server/src/http/connections/addresses.ts'
import type { Names } from '../../apps/server/src/testing/sample-input.ts'
import { startTestServer, type TestServer } from '../../apps/server/src/testing/start-test-server.ts'
import { arrange, doCall, personOf, saveOf, signIn, tryCall, type World } from '../../apps/server/src/testing/test-world.ts'

/** A server to be attacked, with a learner in an exam, and callers of every kind. */
export interface AttackedPlace {
  readonly server: TestServer
  readonly world: World
  /** The tokens of each kind of caller; made again by `renew`. */
  readonly tokens: Map<string, string | undefined>
  /** The role of each kind of caller that has one. */
  readonly roles: ReadonlyMap<string, Role>
  /** What stands for itself in calls that are made up: the learner's own things. */
  names(): Names
  /** Signs in again whoever was signed out, by a call that did what it is for, and has the learner in an exam again. */
  renew(): Promise<void>
  /** Saves an answer as the learner's player does. Throws an error if it isn't saved. */
  save(): Promise<void>
}

/** Quick, and wrong for whatever isn't right: thousands of guesses would be thousands of slow hashes. */
const quickPasswords = {
  hash: async (password: string) => `quick ${password}`,
  verify: async (hashed: string, password: string) => hashed === `quick ${password}`,
  isCurrent: () => true,
}

const nothingSent = { send: async () => {}, close: () => {} }

/** One that asks for a password. */
export const lockedSchedule = 'o1-locked'

interface PlaceWishes {
  readonly database: Database['dialect']
  readonly clock?: { nowMs(): number }
  /** Exams that the learner may sit, one after the other: a call that was made up may well complete one. */
  readonly exams?: number
}

export const openPlace = async ({ database, clock, exams = 20 }: PlaceWishes): Promise<AttackedPlace> => {
  const server = await startTestServer({
    database,
    ...(clock && { clock }),
    config: {
      logLevel: 'silent',
      useResetScheduleCheat: true,
      isProxy: readProxies(['loopback']),
      mailFrom: 'exams@mail.example',
    },
    passwords: quickPasswords,
    mailer: nothingSent,
    textMessages: nothingSent,
    printer: { print: async () => ({ ok: false, code: 'BUSY' }), stop: async () => {} },
  })
  const people = [
    personOf('o1', 'learner', 1),
    personOf('o1', 'other', 2),
    { ...personOf('o1', 'admin', 3), admin: true },
    { ...personOf('o1', 'invigilator', 5), invigilator: true },
    { ...personOf('o1', 'pending', 6), mfaRequired: true, email: 'p@mail.example' },
    personOf('o1', 'guessed', 7),
    { ...personOf('o1', 'owner', 8), roles: ['owner' as const] },
  ]
  const settings = {
    ...{ 'MFA Providers': 'email,app', AllowRemotePause: 'true', NotifyLearnerImmediatelyOnConnectionLoss: 'true' },
    ...{ AllowForgotPassword: 'true', ShowForgotPassword: 'true' },
  }
  const schedules = Array.from({ length: exams }, (_, index) => ({ guid: `o1-${index}`, username: 'learner', exam: 'o1-exam' }))
  const locked = { guid: lockedSchedule, username: 'learner', exam: 'o1-exam' }
  const world = await arrange(server, { file: { people, schedules: [...schedules, locked], settings } })
  await server.db.kysely
    .updateTable('schedule')
    .set({ password_hash: 'quick right' })
    .where('schedule_guid', '=', lockedSchedule)
    .execute()
  await arrange(server, {
    orgId: 2,
    file: { people: [personOf('o2', 'learner', 1), { ...personOf('o2', 'admin', 3), admin: true }] },
  })
  for (const row of await server.db.kysely.selectFrom('person').selectAll().execute())
    await server.db.kysely
      .updateTable('person')
      .set({ password_hash: `quick ${row.username}-secret` })
      .where('org_id', '=', row.org_id)
      .where('user_guid', '=', row.user_guid)
      .execute()
  const tokens = new Map<string, string | undefined>([
    ['nobody', undefined],
    ['a forger', 'eyJhbGciOiJIUzI1NiJ9.e30.x'],
  ])
  const callers = [
    ['the learner', 1, 'learner'],
    ['another learner', 1, 'other'],
    ['an administrator', 1, 'admin'],
    ['an invigilator', 1, 'invigilator'],
    ['who has a second step to do', 1, 'pending'],
    ['a learner elsewhere', 2, 'learner'],
    ['an administrator elsewhere', 2, 'admin'],
    ['an owner', 1, 'owner'],
  ] as const
  const isIn = async (bearer: string | undefined) =>
    bearer !== undefined && ![401, 499].includes((await tryCall(server, calls.ownSessions, {}, bearer)).status)
  const renew = async () => {
    for (const [kind, orgId, username] of callers)
      if (!(await isIn(tokens.get(kind)))) tokens.set(kind, (await signIn(server, { orgId }, username)).access_token)
  }
  let schedule = 0
  let sitting = { formRunGuid: '', fileGuid: '' }
  const isSat = async () => {
    const run = server.db.kysely.selectFrom('form_run').select('completed_at').where('form_run_guid', '=', sitting.formRunGuid)
    return (await run.executeTakeFirst())?.completed_at === null
  }
  const sit = async () => {
    const token = tokens.get('the learner')
    const query = { ...world.entry, scheduleGuid: `o1-${schedule}` }
    schedule = (schedule + 1) % exams
    const started = await tryCall(server, calls.start, { query }, token)
    if (started.status !== 200) return
    const { formRunGUID } = calls.start.reply.parse(JSON.parse(started.text))
    const file = new File(['an answer'], 'essay.txt')
    const { guid } = await doCall(server, calls.uploadFile, { body: { formRunGUID }, file }, token)
    sitting = { formRunGuid: formRunGUID, fileGuid: guid }
  }
  await renew()
  await sit()
  const names = (): Names => ({
    ...{
      userguid: 'o1-learner',
      userid: 1,
      orgid: 1,
      org: 1,
      formrunguid: sitting.formRunGuid,
      formrunid: sitting.formRunGuid,
    },
    ...{ value: sitting.formRunGuid, fileguid: sitting.fileGuid, examguid: 'o1-exam', examguids: 'o1-exam' },
    scheduleguid: `o1-${(schedule + exams - 1) % exams}`,
    ...{ examobjecttypeguid: 'o1-type', versionnumber: 3, settingname: 'MFA Providers', requestid: randomUUID() },
    ...{ saveguid: randomUUID(), writer: randomUUID(), writerid: randomUUID(), clienttime: '2026-11-21T11:30:00Z' },
    ...{ sha256: 'a'.repeat(64), filename: 'a.txt', page: 'o1-q1', questionversionid: 'o1-q1', username: 'guessed' },
    ...{
      logonid: 'guessed',
      password: 'guess',
      token: 'made-up',
      url: 'http://localhost/login?nobody',
      '*': 'pictures/a tree.svg',
    },
  })
  return {
    server,
    world,
    tokens,
    roles: new Map<string, Role>([
      ['an administrator', 'it-administrator'],
      ['an administrator elsewhere', 'it-administrator'],
      ['an invigilator', 'invigilator'],
      ['an owner', 'owner'],
    ]),
    names,
    renew: async () => {
      await renew()
      if (!(await isSat())) await sit()
    },
    save: async () => {
      const { access_token, UserGUID } = await signIn(server, { orgId: 2 }, 'learner')
      const query = {
        ...world.entry,
        userGuid: UserGUID,
        scheduleGuid: 'o2-schedule',
        examGuid: 'o2-exam',
        examObjectTypeGuid: 'o2-type',
      }
      const { formRunGUID } = await doCall(server, calls.start, { query }, access_token)
      const { saved } = await doCall(server, calls.saveAnswer, { body: saveOf({ prefix: 'o2' }, formRunGUID) }, access_token)
      if (!saved) throw new Error('An answer was not saved.')
      tokens.set('a learner elsewhere', access_token)
    },
  }
}
