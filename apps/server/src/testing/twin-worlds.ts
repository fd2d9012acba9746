import { type Call, calls, isStaffAccess, permissionsOfRole, type Role, roles } from '@sitwell/contract'
import { expect } from 'vitest'
import { createExamCache } from '../assessment/form-run/exam-cache.ts'
import { giveMark } from '../assessment/marks/index.ts'
import type { DialectName } from '../db/database.ts'
import { giveRole } from './change-roles.ts'
import { oneMark } from './marked-sitting.ts'
import { masked } from './masked.ts'
import type { OfficeBrowser } from './office-browser.ts'
import { openOffice } from './open-office.ts'
import { type Names, sampleInput } from './sample-input.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'
import { fileOfFeedback, tellingExam } from './telling-exam.ts'
import { type Answer, arrange, doCall, personOf, saveOf, signIn, sitExam, tryCall, type World } from './test-world.ts'
import { putSet, type SetCase } from './twin-sets.ts'

const guid = '5f9b1a52-0a37-4a53-8a0f-3f6d9f3d9d11'
/** The organisation of a stranger, who is an owner there. */
const otherOrgId = 1000

/** The roles that may not read marks, from the contract: a role that is added is tried too. */
export const rolesWithoutMarks = roles.filter((role) => !(permissionsOfRole[role] as readonly string[]).includes('marks.read'))

/** People whose role may read marks, but only in a group that the learner is not in. */
const elsewhere = ['exams-officer', 'marker', 'chief-examiner', 'auditor'] as const satisfies readonly Role[]

/** The callers of the office who may not read the learner's marks. */
export const staffWithoutMarks = [...rolesWithoutMarks, ...elsewhere.map((role) => `${role}-elsewhere`), 'stranger']

/** Callers with a token of the player who may not read the learner's marks. */
export const players = ['nobody', 'learner', 'other', ...rolesWithoutMarks.filter((role) => role !== 'author')]

export const allCalls: readonly Call[] = Object.values(calls)
export const callsOfOffice = allCalls.filter(({ office }) => office)
export const callsOfPlayer = allCalls.filter(({ office, access }) => !office && access !== 'preview')

/** The calls of the office that the contract doesn't close to the role of one of `staffWithoutMarks`. */
export const callsOpenTo = (caller: string): readonly Call[] => {
  const role = roles.find((one) => caller === one || caller === `${one}-elsewhere`) ?? 'owner'
  const allowed: readonly string[] = permissionsOfRole[role]
  return callsOfOffice.filter(({ access }) => !isStaffAccess(access) || allowed.includes(access.permission))
}

/**
 * The difference between the sittings of the two worlds: rows of marks, the key, what waits for a person, what a person gave, or whether
 * a person gave anything.
 */
export const differences = ['marks', 'keys', 'progress', 'persons', 'marked'] as const
export type Difference = (typeof differences)[number]

/** The difference of the twins, and the state of their result set. */
export interface Look {
  readonly differs: Difference
  readonly set?: SetCase
  /** The worlds are this caller's alone. */
  readonly only?: string
}

type Sample = ReturnType<typeof sampleInput>
/** Makes a call of the contract in one of the worlds. */
export type Ask = (side: Side, caller: string, call: Call, input: Sample) => Promise<Answer>

export interface Side {
  readonly server: TestServer
  readonly tokens: Map<string, string>
  readonly pages: Map<string, OfficeBrowser>
  world: World
  names: Names
}

/**
 * The security log comes first, because the server gathers repeated refusals in it at its own times. Then come calls that change
 * nothing, so that most calls meet the sitting as it was handed in.
 */
const rankOf = (call: Call) => {
  if (call === calls.officeSecurityLog) return 0
  return call.method === 'GET' ? 1 : 2
}
const inOrder = (some: readonly Call[]) => some.toSorted((one, two) => rankOf(one) - rankOf(two))

/** The roles whose people read the security log. */
const readsLog: readonly string[] = roles.filter((role) =>
  (permissionsOfRole[role] as readonly string[]).includes('security-log.read'),
)
/** The look with which a caller begins: a caller who reads the security log shares no world, as others would fill the log. */
const lookFor = (look: Look, caller: string): Look => (readsLog.includes(caller) ? { ...look, only: caller } : look)

/** The names for one call: `people` is a list of rows of the live view there, and of objects elsewhere. */
const namesFor = (call: Call, names: Names): Names =>
  call.name.includes('Live') ? { ...names, people: String(names.scheduleguid) } : names

/** Two servers whose worlds differ in marks alone, and the calls that compare them. */
export const createTwins = (database: DialectName) => {
  let nowMs = Date.parse('2026-12-02T09:00:00Z')
  let sides: readonly Side[] = []
  // Above those of organisations that have their own policies.
  let orgId = otherOrgId
  /** The look of the present worlds; undefined after a test or a call changed them. */
  let present: string | undefined

  const ofOrganisation = <Q extends { where(column: 'org_id', is: '=', value: number): Q }>(query: Q): Q =>
    query.where('org_id', '=', orgId)

  const giveByPerson = async ({ server, names }: Side, index: number) => {
    const exams = createExamCache(server.db, () => nowMs)
    const context = { database: server.db, clock: server.clock, exams }
    const given = { author: 'marker', requestId: guid, basedOn: 0, sequence: 3, comment: index === 1 ? 'Good.' : 'Poor.' }
    const place = { orgId, formRunGuid: String(names.formrunguid), questionId: `o${orgId}-q3`, part: '' }
    const outcome = await giveMark(context, place, { ...given, marks: (index === 1 ? 3 : 1) * oneMark })
    expect(outcome).toMatchObject({ kind: 'stored', standing: { state: 'marked' } })
  }
  /** Makes the marks of the second world others than those of the first. */
  const differ = async (side: Side, index: number, { differs }: Look) => {
    const marks = (values: object) => ofOrganisation(side.server.db.kysely.updateTable('mark').set(values)).execute()
    if (differs === 'marks') await marks({ score: index === 1 ? 1.5 : 0.5, needs_person: 0 })
    else if (differs === 'progress' && index === 1) await marks({ needs_person: 0, problem: 'It could not be read.' })
    else if (differs === 'persons' || (differs === 'marked' && index === 1)) await giveByPerson(side, index)
  }

  const namesOf = (
    prefix: string,
    formRunGuid: string,
    { examGuid, examTypeGuid, version }: ReturnType<typeof tellingExam>,
  ) => ({
    ...{ userguid: `${prefix}-learner`, userid: 1, userids: 1, orgid: orgId, org: orgId, username: 'learner' },
    ...{ formrunguid: formRunGuid, formrunid: formRunGuid, value: formRunGuid, fileguid: formRunGuid },
    ...{ scheduleguid: `${prefix}-schedule`, rowid: `${prefix}-schedule`, deliveryid: `${prefix}-delivery` },
    ...{
      examguid: examGuid,
      examobjecttypeguid: examTypeGuid,
      versionnumber: version,
      examversion: version,
      examguids: examGuid,
    },
    ...{ settingname: 'QuestionFeedback', requestid: guid, writerid: guid, writer: guid, saveguid: guid },
    ...{ sha256: 'a'.repeat(64), clienttime: new Date(nowMs).toISOString(), filename: 'a.txt', page: `${prefix}-q2` },
    ...{ questionid: `${prefix}-q2`, questionversionid: `${prefix}-q2`, logonid: 'learner', password: 'guess' },
    '*': fileOfFeedback,
  })

  const arrangeSide = async (side: Side, index: number, look: Look) => {
    const prefix = `o${orgId}`
    const { server } = side
    const people = [
      { ...personOf(prefix, 'learner', 1), email: 'ada@example.org' },
      personOf(prefix, 'other', 2),
      ...roles.map((role, place) => ({ ...personOf(prefix, role, 10 + place), roles: [role] })),
      ...elsewhere.map((role, place) => personOf(prefix, `${role}-elsewhere`, 30 + place)),
    ]
    const exam = tellingExam(prefix, look.differs === 'keys' && index === 1 ? 'a' : 'b')
    const schedules = ['learner', 'other'].map((username) => ({
      ...{ guid: `${prefix}-schedule${username === 'learner' ? '' : '-2'}`, username, exam: exam.examGuid },
      ...{ practice: true, releasePolicy: 'confirmed' as const },
    }))
    const settings = { OfficeSecondStep: 'off', QuestionFeedback: '1', DownloadResults: '1' }
    side.world = await arrange(server, { orgId, exam, file: { people, schedules, settings } })
    for (const role of elsewhere) {
      const whom = { orgId, userGuid: `${prefix}-${role}-elsewhere` }
      await giveRole(server, whom, role, { kind: 'group', id: 'elsewhere' })
    }
    const { token, formRunGuid } = await sitExam(server, side.world)
    const given = saveOf(side.world, formRunGuid)
    const written = { answerText: 'Because.', options: [] }
    for (const [question, answer] of Object.entries({ q1: {}, q2: {}, q3: written })) {
      const body = { ...given, ...answer, questionVersionId: `${prefix}-${question}` }
      await doCall(server, calls.saveAnswer, { body }, token)
    }
    await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 10, elapsedTime: 590 } }, token)
    // As after a confirmation that was withdrawn: the answers stay as they are, and nothing is shown any more.
    await ofOrganisation(server.db.kysely.updateTable('form_run').set({ marks_told_at: nowMs })).execute()
    side.names = namesOf(prefix, formRunGuid, exam)
    const change = () => differ(side, index, look)
    if (look.set) await putSet({ server, orgId, nowMs }, look.set, change)
    else await change()
  }

  /** Arranges both worlds again; the caller may change them. */
  const again = async (look: Look) => {
    orgId += 1
    present = undefined
    for (const [index, side] of sides.entries()) {
      side.tokens.clear()
      side.pages.clear()
      await arrangeSide(side, index, look)
    }
  }
  /** Arranges both worlds unless they are so already. */
  const settle = async (look: Look) => {
    const wanted = JSON.stringify(look)
    if (present === wanted) return
    await again(look)
    present = wanted
  }
  /** Whether the sitting of a world is still handed in, unconfirmed, and its learner's. */
  const isIntact = async ({ server: { db } }: Side) => {
    const [runs, marks, person] = await Promise.all([
      ofOrganisation(db.kysely.selectFrom('form_run').select('completed_at')).execute(),
      ofOrganisation(db.kysely.selectFrom('mark').select('score')).execute(),
      ofOrganisation(db.kysely.selectFrom('person').select('suspended'))
        .where('user_guid', '=', `o${orgId}-learner`)
        .executeTakeFirst(),
    ])
    return runs[0]?.completed_at != null && marks.length === 3 && person?.suspended === 0
  }

  /** Asks with a session that is kept; if a call has ended it, asks again with a new session. */
  const withSession = async <S>(
    kept: Map<string, S>,
    caller: string,
    open: () => Promise<S>,
    ask: (session: S) => Promise<Answer>,
  ) => {
    const session = kept.get(caller)
    if (session !== undefined) {
      const answer = await ask(session)
      if (answer.status !== 401) return answer
    }
    const opened = await open()
    kept.set(caller, opened)
    return ask(opened)
  }

  const asPlayer: Ask = (side, caller, call, input) => {
    // Made from the call's own schemas.
    const ask = (token?: string) => tryCall(side.server, call, input as never, token)
    if (caller === 'nobody') return ask()
    const open = async () => (await signIn(side.server, side.world, caller)).access_token
    return withSession(side.tokens, caller, open, ask)
  }
  const asStaff: Ask = (side, caller, call, input) => {
    const open = () =>
      caller === 'stranger' ? openOffice(side.server, otherOrgId, 'owner') : openOffice(side.server, orgId, caller)
    // Made from the call's own schemas.
    return withSession(side.pages, caller, open, (page) => page.tryIt(call, input as never, { readAs: 'latin1' }))
  }
  const shown = ({ status, text }: Answer) => masked(`${status} ${text}`)

  /** Makes one call in both worlds at the same moment. */
  const askBoth = async (ask: Ask, caller: string, call: Call, inputOf: (side: Side) => Sample) => {
    // Entries that are listed by their time have one order.
    nowMs += 1000
    const answers = await Promise.all(sides.map((side) => ask(side, caller, call, inputOf(side))))
    if (answers.some(({ status }) => status < 300) && !(await Promise.all(sides.map(isIntact))).every(Boolean))
      present = undefined
    return answers
  }

  /** Makes calls as a caller in both worlds, and returns how both answer each. */
  const compare = async ({
    look: given,
    caller,
    calls: some,
    ask,
    inputs = (call, names) => [sampleInput(call, names)],
  }: {
    readonly look: Look
    readonly caller: string
    readonly calls: readonly Call[]
    readonly ask: Ask
    readonly inputs?: (call: Call, names: Names) => readonly Sample[]
  }) => {
    const found: { readonly call: string; readonly one: string; readonly two: string }[] = []
    const look = lookFor(given, caller)
    // The stranger's own log is of all looks, and changes at the server's own moments.
    const asked = caller === 'stranger' ? some.filter((call) => call !== calls.officeSecurityLog) : some
    for (const call of inOrder(asked)) {
      await settle(look)
      const all = sides.map(({ names }) => inputs(call, namesFor(call, names)))
      for (const [at] of all[0]?.entries() ?? []) {
        await settle(look)
        const inputOf = ({ names }: Side) => inputs(call, namesFor(call, names))[at] ?? {}
        const [one = '', two = ''] = (await askBoth(ask, caller, call, inputOf)).map(shown)
        found.push({ call: call.name, one, two })
      }
    }
    return found
  }
  /** Fails if both worlds answer a call differently. */
  const areEqual = async (wanted: Parameters<typeof compare>[0]) => {
    for (const { call, one, two } of await compare(wanted)) expect(two, `${call} by ${wanted.caller}`).toBe(one)
  }

  return {
    start: async () => {
      const config = { useResetScheduleCheat: true, logLevel: 'fatal' } as const
      const servers = [0, 1].map(() => startTestServer({ database, clock: { nowMs: () => nowMs }, config }))
      const empty = () => ({ tokens: new Map(), pages: new Map(), names: {} })
      // Boundary: the first look arranges the rest.
      sides = (await Promise.all(servers)).map((server) => ({ server, world: {} as World, ...empty() }))
      const owner = { ...personOf('stranger', 'owner', 1), roles: ['owner' as const] }
      const file = { people: [owner], schedules: [], settings: { OfficeSecondStep: 'off' } }
      for (const { server } of sides) await arrange(server, { orgId: otherOrgId, file })
    },
    stop: () => Promise.all(sides.map(({ server }) => server.stop())),
    sides: () => sides,
    orgId: () => orgId,
    nowMs: () => nowMs,
    ...{ again, areEqual, asPlayer, asStaff, compare, ofOrganisation, shown },
    /** The reply of the result call to the learner, in both worlds. */
    results: () =>
      Promise.all(
        sides.map(async (side) => (await asPlayer(side, 'learner', calls.result, sampleInput(calls.result, side.names))).text),
      ),
  }
}
