import { calls } from '@sitwell/contract'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sweepFiles } from '../assessment/files/forget-files.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { writeMove } from '../db/moved-organisations.ts'
import { claim, noteOrganisations } from '../lms/forward/queries.ts'
import { blockWrites } from '../move/block-writes.ts'
import { organisationTables } from '../move/organisation-tables.ts'
import { applyRetentions } from '../privacy/retention.ts'
import { sweep } from '../security/sweep.ts'
import { rowOfEvent } from '../security-log/chain.ts'
import { appendEvents } from '../security-log/queries.ts'
import { heldServerClock } from '../server-time/server-clock.ts'
import { bothDatabases } from '../testing/databases.ts'
import { createTestPlace, startServerIn, type TestServer } from '../testing/start-test-server.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { coursesOf, courseZip, giveCourseFrom } from '../testing/test-course.ts'
import {
  arrange,
  confirmRubric,
  credentials,
  doCall,
  examOf,
  refusalIn,
  saveOf,
  signIn,
  sitExam,
  tryCall,
  type World,
} from '../testing/test-world.ts'
import { commandMigrate } from './migrate.ts'
import { commandMoveOrganisation, commandRemoveOrganisation, targetOf } from './move-organisation.ts'
import { verify } from './verify.ts'

/** More than a page of them, and names that two databases put in different orders. */
const messages = Array.from({ length: 700 }, (_, number) => ({
  id: `${['a', 'B', 'ä', '_', 'z ', 'Ж', '😀'][number % 7]}${number}`,
  languageId: number % 2,
  text: `Text ${number} '"\\ \n ü`,
}))

const pairs = bothDatabases.flatMap((from) => bothDatabases.map((to) => ({ from, to })))

describe.each(pairs)('an organisation that moves from $from to $to', ({ from, to }) => {
  type Place = Awaited<ReturnType<typeof createTestPlace>>
  let clock: ReturnType<typeof createTestClock>
  let places: { readonly old: Place; readonly next: Place }
  let running: TestServer[]
  let old: TestServer
  let moving: World
  let staying: World
  const output: string[] = []

  const start = async (place: Place) => {
    const server = await startServerIn(place.config, { clock: clock.clock })
    running.push(server)
    return server
  }
  const stop = async (server: TestServer) => {
    running = running.filter((one) => one !== server)
    await server.stop()
  }
  beforeEach(async () => {
    clock = createTestClock()
    running = []
    for (const stream of ['log', 'error'] as const)
      vi.spyOn(console, stream).mockImplementation((line: string) => void output.push(line))
    const first = await createTestPlace({ database: from })
    places = { old: first, next: await createTestPlace({ database: to, config: { tokenSecret: first.config.tokenSecret } }) }
    await commandMigrate(places.next.config)
    output.splice(0)
    old = await start(places.old)
    // Without its own time, so that it may be open while nobody sits.
    const exam = examOf('o7', { settings: {} })
    moving = await arrange(old, { orgId: 7, exam, file: { messages } })
    staying = await arrange(old, { orgId: 8, exam: examOf('o8', { settings: {} }) })
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    for (const server of running) await server.stop()
    for (const place of Object.values(places)) await place.remove()
    output.splice(0)
  })

  const nameOf = ({ config: { database, dataFolder } }: Place) => (database.dialect === 'postgres' ? database.url : dataFolder)
  const move = (wishes: { undo?: boolean; orgId?: number; database?: Database; to?: Place } = {}) => {
    const { undo = false, orgId = 7, database = old.db, to: target = places.next } = wishes
    return commandMoveOrganisation(database, places.old.config, { orgId, to: nameOf(target), undo }, clock.clock)
  }
  const remove = (database = old.db) => commandRemoveOrganisation(database, 7, clock.clock)
  const printedNow = () => output.splice(0).join('\n')
  /** Nobody is heard of for so long that nobody sits. */
  const everybodyLeaves = () => clock.pass(11 * 60_000)
  const save = (server: TestServer, { formRunGuid, token }: { formRunGuid: string; token: string }, world = moving) =>
    tryCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid) }, token)
  /** The learner signs in again, since a token outlives no silence. */
  const comeBack = async (server: TestServer, { formRunGuid }: { formRunGuid: string }) => ({
    formRunGuid,
    token: (await signIn(server, moving)).access_token,
  })
  const within = async <T>(place: Place, act: (database: Database) => Promise<T>) => {
    const database = openDatabase(place.config.database)
    return act(database).finally(() => database.close())
  }
  /** Rows by table, of one organisation. */
  const rowsOf = async (database: Database, orgId: number) => {
    const counts = (await organisationTables(database)).map(async ({ name }) => {
      const { rows } = await sql<{
        count: number
      }>`select count(*) as count from ${sql.table(name)} where org_id = ${orgId}`.execute(database.kysely)
      return [name, Number(rows[0]?.count)] as const
    })
    return Object.fromEntries((await Promise.all(counts)).filter(([, count]) => count > 0))
  }
  const moved = { status: 503, code: 'CANNOT_SAVE', message: expect.stringContaining('the organisation has moved') }

  test('is there with all that is its own, its ledgers whole, and its people go on with the sessions that they have', async () => {
    const sitting = await sitExam(old, moving)
    const file = new File(['evidence'], 'x.txt')
    await doCall(old, calls.uploadFile, { body: { formRunGUID: sitting.formRunGuid, fileName: 'x.txt' }, file }, sitting.token)
    await giveCourseFrom(old, 7, await courseZip({ a: '' }), ['learner'])
    expect((await save(old, sitting)).status).toBe(200)
    const others = await sitExam(old, staying)
    everybodyLeaves()
    const before = await rowsOf(old.db, 7)
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining(['answer_event', 'course_file_chunk', 'exam', 'file_chunk', 'message']),
    )

    expect([await move(), printedNow()]).toEqual([0, expect.stringContaining('the same on both sides')])

    const next = await start(places.next)
    // Its security log has one event more: the move.
    const there = { ...before, security_event: (before.security_event ?? 0) + 1, security_chain: 1 }
    expect(await rowsOf(next.db, 7)).toEqual(there)
    expect([await verify(next.db, { orgId: 7, given: undefined, examGuid: undefined, head: false }), printedNow()]).toEqual([
      0,
      expect.stringMatching(
        /1 form run: 1 match, 0 do not\.\nMarking: each response that needs a mark is in one queue\.\nSecurity log of organisation 7, \d+ events: everything matches/,
      ),
    ])
    expect(
      await doCall(next, calls.uploadedFiles, { params: { formRunGuid: sitting.formRunGuid } }, sitting.token),
    ).toMatchObject([{ fileName: 'x.txt' }])
    expect(await coursesOf(next, 'o7-learner', sitting.token)).toHaveLength(1)
    expect((await save(next, sitting)).status).toBe(200)
    // Who stays notices nothing.
    expect((await save(old, others, staying)).status).toBe(200)
  })

  test('is answered where it was that it has moved, in a way that browsers try again, and nothing of it is written there', async () => {
    const { access_token: token, refresh_token } = await signIn(old, moving)
    const { formRunGUID: formRunGuid } = await doCall(old, calls.start, { query: moving.entry }, token)
    const sitting = { token, formRunGuid }
    everybodyLeaves()
    expect(await move()).toBe(0)
    const before = await rowsOf(old.db, 7)
    // The node has not looked yet: the database itself refuses.
    expect(refusalIn(await save(old, sitting))).toMatchObject(moved)
    await stop(old)
    old = await start(places.old)
    const refreshing = { body: { client_id: 'sitwell-player', grant_type: 'refresh_token' as const, refresh_token } }
    const askAll = async () => [
      refusalIn(await save(old, sitting)),
      refusalIn(await tryCall(old, calls.token, credentials(moving, 'learner'))),
      refusalIn(await tryCall(old, calls.token, credentials(moving, 'learner', 'wrong'))),
      refusalIn(await tryCall(old, calls.token, refreshing)),
      refusalIn(await confirmRubric(old, 'o7-learner', sitting.token)),
      refusalIn(await tryCall(old, calls.forgotPassword, { body: { logonID: 'learner', orgID: 7 } })),
    ]
    for (const refusal of await askAll()) expect(refusal).toMatchObject(moved)
    expect(refusalIn(await tryCall(old, calls.init, { body: { url: 'https://o7.example/' } }))).toMatchObject(moved)
    expect(await rowsOf(old.db, 7)).toEqual(before)

    const others = await rowsOf(old.db, 8)
    printedNow()
    expect([await remove(), printedNow()]).toEqual([0, expect.stringMatching(/^\d{3,} rows of organisation 7 were removed/)])
    expect([await rowsOf(old.db, 7), await rowsOf(old.db, 8)]).toEqual([{}, others])
    for (const refusal of await askAll()) expect(refusal).toMatchObject(moved)
    await expect(arrange(old, { orgId: 7 })).rejects.toThrow('organisation 7 has moved to another database')
    // Under its own name it continues where it is now.
    const next = await start(places.next)
    expect((await tryCall(next, calls.token, refreshing)).status).toBe(200)
  })

  test('leaves what throws old things away for all organisations going on for the others', async () => {
    await arrange(old, { orgId: 9, file: { settings: { KeepErrorReportsDays: '1' } } })
    const report = (org_id: number) => ({ org_id, report_id: 'x', received_at: 1, report: '{}' })
    await old.db.kysely
      .insertInto('error_report')
      .values([report(7), report(9)])
      .execute()
    const token = { user_guid: 'x', purpose: 'login', expires_at: 1, made_by: null, used_at: null, used_by: null } as const
    const tokens = [7, 9].map((org_id) => ({ org_id, token_hash: `hash ${org_id}`, ...token }))
    await old.db.kysely.insertInto('personal_token').values(tokens).execute()
    const idle = { form_run_guid: 'x', content_guid: 'x', file_name: 'x', mime_type: 'x', file_size: 2, sha256: 'x' }
    const judged = { verdict: 'count' as const, judged: '{}', typed_at: null, in_pause: 0, evidence: '{}', refused_at: null }
    const files = [7, 9].map((org_id) => ({
      ...{ org_id, file_guid: `${org_id}`, ...idle, ...judged, question_id: null, replaces: null },
      ...{ announced_at: 1, received: 1, chunks: 1, received_at: 1 },
    }))
    await old.db.kysely.insertInto('announced_file').values(files).execute()
    const statements = [7, 9].map((org_id) => ({
      ...{ org_id, number: 1, statement_id: `${org_id}`, verb: 'x', registration: null, session_guid: null },
      ...{ statement: '{}', said: '{}', stored_at: 1 },
    }))
    await old.db.kysely.insertInto('xapi_statement').values(statements).execute()
    await noteOrganisations(old.db.kysely)
    everybodyLeaves()
    expect(await move()).toBe(0)
    expect((await claim(old.db.kysely, clock.clock.nowMs())).map(({ org_id }) => org_id)).toEqual([9])
    clock.pass(2 * 24 * 60 * 60_000)
    await sweepFiles({ database: old.db, clock: clock.clock })
    const bytes = await old.db.kysely.selectFrom('announced_file').select(['org_id', 'received']).orderBy('org_id').execute()
    expect(bytes).toEqual([
      { org_id: 7, received: 1 },
      { org_id: 9, received: 0 },
    ])
    await appendEvents(
      old.db,
      [7, 9].map((orgId) => rowOfEvent({ kind: 'access-refused', orgId, atMs: 1 })),
    )
    await sweep({ database: old.db, clock: heldServerClock(clock.clock) })
    await applyRetentions(old.db, clock.clock.nowMs())
    for (const table of ['personal_token', 'error_report'] as const)
      expect(await old.db.kysely.selectFrom(table).select('org_id').execute()).toEqual([{ org_id: 7 }])
  })

  test('stays while somebody sits, who notices nothing', async () => {
    const sitting = await sitExam(old, moving)
    expect([await move(), printedNow()]).toEqual([
      1,
      expect.stringContaining('1 exams and 0 lessons of organisation 7 are under way'),
    ])
    expect((await save(old, sitting)).status).toBe(200)
    await within(places.next, async (database) => expect(await rowsOf(database, 7)).toEqual({}))
  })

  test('stays where the other database has the tables of another version, and nothing is written there', async () => {
    everybodyLeaves()
    const far = { name: '2999-01-01-far', timestamp: '' }
    await within(places.next, ({ kysely }) => kysely.insertInto('migration_applied').values(far).execute())
    await expect(move()).rejects.toThrow(/2999-01-01-far; .*Run the newer version/)
    await within(places.next, ({ kysely }) => kysely.deleteFrom('migration_applied').execute())
    const remedy =
      to === 'postgres' ? /Run first: sitwell migrate, with DATABASE_URL/ : /Run first: SITWELL_DATA=\S+ sitwell migrate$/
    await expect(move()).rejects.toThrow(remedy)
    await within(places.next, async (database) => {
      expect(await rowsOf(database, 7)).toEqual({})
      expect(await database.kysely.selectFrom('migration_applied').selectAll().execute()).toEqual([])
    })
    expect(await old.db.kysely.selectFrom('moved_organisation').selectAll().execute()).toEqual([])
  })

  test('stays where somebody begins while it is being held still', async () => {
    const sitting = await sitExam(old, moving)
    let looks = 0
    const laterAtFirst = { nowMs: () => clock.clock.nowMs() + (looks++ === 0 ? 11 * 60_000 : 0) }
    const wishes = { orgId: 7, to: nameOf(places.next), undo: false }
    expect(await commandMoveOrganisation(old.db, places.old.config, wishes, laterAtFirst)).toBe(1)
    expect(printedNow()).toContain('Somebody sits')
    expect((await save(old, sitting)).status).toBe(200)
  })

  test('stays whole and served where the other database takes not all of it, and nothing of it is there', async () => {
    const sitting = await sitExam(old, moving)
    await save(old, sitting)
    everybodyLeaves()
    await stop(await start(places.next))
    await within(places.next, ({ kysely }) => sql`alter table xapi_forward rename to xapi_forward_gone`.execute(kysely))
    await old.db.kysely
      .insertInto('xapi_forward')
      .values({ org_id: 7, sent_through: 0, tries: 0, next_at: 0, problem: null, failing_since: null })
      .execute()
    await expect(move()).rejects.toThrow(/xapi_forward/)
    await within(places.next, ({ kysely }) => sql`alter table xapi_forward_gone rename to xapi_forward`.execute(kysely))
    await within(places.next, async (database) => expect(await rowsOf(database, 7)).toEqual({}))
    expect((await save(old, sitting)).status).toBe(200)
    everybodyLeaves()
    expect(await move()).toBe(0)
  })

  test('stays where what came there is not what is here: a row that is missing, or one that was changed on its way', async () => {
    everybodyLeaves()
    await stop(await start(places.next))
    for (const [spoil, difference] of [
      ['delete from message where message_id = new.message_id', 'message has 700 rows here and'],
      [
        "update message set text = 'spoilt' where message_id = new.message_id and text <> 'spoilt'",
        'message are not the same there',
      ],
    ] as const) {
      const [make, undo] =
        to === 'sqlite'
          ? [
              [`create trigger spoil after insert on message when new.message_id = 'a0' begin ${spoil}; end`],
              ['drop trigger spoil'],
            ]
          : [
              [
                `create function spoil() returns trigger language plpgsql as $$ begin ${spoil}; return null; end $$`,
                "create trigger spoil after insert on message for each row when (new.message_id = 'a0') execute function spoil()",
              ],
              ['drop trigger spoil on message', 'drop function spoil'],
            ]
      const run = (statements: readonly string[]) =>
        within(places.next, async ({ kysely }) => {
          for (const statement of statements) await sql.raw(statement).execute(kysely)
        })
      await run(make)
      expect([await move(), printedNow()]).toEqual([1, expect.stringContaining(difference)])
      await run(undo)
      await within(places.next, async (database) => expect(await rowsOf(database, 7)).toEqual({}))
      await signIn(old, moving)
    }
  })

  test('goes on, or is undone, where it was broken off before all was there', async () => {
    const sitting = await sitExam(old, moving)
    everybodyLeaves()
    const breakOff = async (target: string) => {
      await writeMove(old.db, { orgId: 7, state: 'moving', target }, clock.clock)
      await blockWrites(old.db, (await organisationTables(old.db)).slice(0, 20), 7)
    }
    await breakOff('elsewhere')
    for (const undo of [false, true])
      expect([await move({ undo }), printedNow()]).toEqual([1, expect.stringContaining('to elsewhere')])
    const target = targetOf(nameOf(places.next)).name
    await breakOff(target)
    expect([await remove(), printedNow()]).toEqual([1, expect.stringContaining('has not moved away')])
    expect([await move({ undo: true }), printedNow()]).toEqual([0, expect.stringContaining('served from here as before')])
    expect((await save(old, await comeBack(old, sitting))).status).toBe(200)
    everybodyLeaves()
    await breakOff(target)
    expect(await move()).toBe(0)
  })

  test('is moved by going on, and not undone, where it was broken off when all was there', async () => {
    everybodyLeaves()
    expect(await move()).toBe(0)
    await sql`update moved_organisation set state = 'moving'`.execute(old.db.kysely)
    // The event of the move in its security log came behind the last step.
    await within(places.next, async ({ kysely }) => {
      await kysely
        .deleteFrom('security_event')
        .where('org_id', '=', 7)
        .where('content', 'like', '%move-organisation%')
        .execute()
      const end = await kysely
        .selectFrom('security_event')
        .select(['number', 'hash'])
        .where('org_id', '=', 7)
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (end) await kysely.updateTable('security_chain').set(end).where('org_id', '=', 7).execute()
      else await kysely.deleteFrom('security_chain').where('org_id', '=', 7).execute()
    })
    printedNow()
    expect([await move({ undo: true }), printedNow()]).toEqual([1, expect.stringContaining('All of it is there')])
    expect([await move(), printedNow()]).toEqual([0, expect.stringContaining('had been moved before')])
    expect([await move(), printedNow()]).toEqual([1, expect.stringContaining('has already moved')])
  })

  test('is refused where it is not, is there already, or could not be told from another there; and nothing is removed that has not moved', async () => {
    everybodyLeaves()
    expect([await move({ orgId: 99 }), printedNow()]).toEqual([1, expect.stringContaining('There is no organisation 99 here')])
    expect([await remove(), printedNow()]).toEqual([1, expect.stringContaining('has not moved away')])
    const next = await start(places.next)
    const hosts = { orgId: 5, name: 'Five', urlToken: 'five', hosts: ['O7.EXAMPLE'] }
    await arrange(next, { orgId: 5, file: { organisation: hosts } })
    if (to === 'sqlite')
      expect([await move(), printedNow()]).toEqual([1, expect.stringContaining('The other database is in use')])
    await stop(next)
    expect([await move(), printedNow()]).toEqual([1, expect.stringContaining('the host o7.example already')])
    const again = await start(places.next)
    await arrange(again, { orgId: 8 })
    await stop(again)
    expect([await move({ orgId: 8 }), printedNow()]).toEqual([1, expect.stringContaining('has an organisation 8 already')])
    await signIn(old, moving)
  })

  test('comes back once its old rows are removed', async () => {
    const sitting = await sitExam(old, moving)
    everybodyLeaves()
    expect(await move()).toBe(0)
    await stop(old)
    const back = () =>
      within(places.next, (database) =>
        commandMoveOrganisation(database, places.next.config, { orgId: 7, to: nameOf(places.old), undo: false }, clock.clock),
      )
    printedNow()
    expect([await back(), printedNow()]).toEqual([1, expect.stringContaining('remove them there first')])
    expect(await within(places.old, remove)).toBe(0)
    expect(await back()).toBe(0)
    old = await start(places.old)
    expect((await save(old, sitting)).status).toBe(200)
  })
})
