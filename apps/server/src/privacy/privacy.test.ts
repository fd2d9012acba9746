import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createExamCache } from '../assessment/form-run/index.ts'
import { giveMark } from '../assessment/marks/index.ts'
import { commandPerson } from '../commands/person.ts'
import { verify } from '../commands/verify.ts'
import { bothDatabases } from '../testing/databases.ts'
import { describeSchema } from '../testing/describe-schema.ts'
import { oneMark } from '../testing/marked-sitting.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import {
  arrange,
  countOrganisations,
  credentials,
  doCall,
  saveOf,
  signIn,
  sitExam,
  tryCall,
  type World,
} from '../testing/test-world.ts'
import { applyRetentions, readRetention } from './retention.ts'
import { tablesOfPerson } from './tables-of-person.ts'

const dayMs = 24 * 60 * 60_000

describe.each(bothDatabases)('what is kept of people on %s', (database) => {
  let nowMs = Date.now()
  let server: TestServer
  let world: World
  let formRunGuid: string
  let token: string
  const nextOrgId = countOrganisations()
  const output: string[] = []
  const essay = 'My grandmother taught me to weave in Leith'

  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => nowMs } })
    for (const stream of ['log', 'error'] as const)
      vi.spyOn(console, stream).mockImplementation((line: string) => void output.push(line))
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await server.stop()
  })

  /** A learner who has written an essay and uploaded a file, beside another one who has too. */
  beforeEach(async () => {
    nowMs = Date.now()
    output.splice(0)
    const orgId = nextOrgId()
    world = await arrange(server, { orgId, everyone: true })
    const sitting = await sitExam(server, world)
    token = sitting.token
    formRunGuid = sitting.formRunGuid
    for (const [sequence, answerText] of [
      [1, 'My'],
      [2, essay],
    ] as const) {
      const where = { questionVersionId: `${world.prefix}-q3`, page: `${world.prefix}-q3`, sequence, answerText, options: [] }
      await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, where) }, token)
    }
    const file = new File(['a photograph of Leith'], 'loom.txt')
    await doCall(server, calls.uploadFile, { body: { formRunGUID: formRunGuid }, file }, token)
    await signIn(server, world, 'other')
  })

  const complete = () => doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 1, elapsedTime: 1 } }, token)
  const person = (word: 'export' | 'erase', folder = 'nowhere', username = 'learner') =>
    commandPerson(server.db, word, { orgId: world.orgId, username, folder })
  /** A person marks the essay, on the basis of all that was given before. */
  const mark = (marks: number) =>
    giveMark(
      { database: server.db, clock: server.clock, exams: createExamCache(server.db, () => nowMs) },
      { orgId: world.orgId, formRunGuid, questionId: `${world.prefix}-q3`, part: '' },
      {
        ...{ author: 'marker', requestId: `mark-${marks}`, basedOn: marks - 1, sequence: 2, comment: 'Thin.' },
        marks: marks * oneMark,
      },
    )
  const verified = () => verify(server.db, { orgId: world.orgId, given: formRunGuid, examGuid: undefined, head: false })
  /** All that the database holds, as text. */
  const everything = async () => {
    const description = await describeSchema(server.db.kysely, server.db.dialect)
    const tables = [...description.matchAll(/^## (\w+)\n\n- org_id/gm)].map(([, name]) => name as 'person')
    const rows = await Promise.all(
      tables.map((table) => server.db.kysely.selectFrom(table).selectAll().where('org_id', '=', world.orgId).execute()),
    )
    return JSON.stringify(rows, (_, value) => (value?.type === 'Buffer' ? Buffer.from(value.data).toString() : value))
  }

  test('is named table by table: one that is added is of a person or not', async () => {
    const description = await describeSchema(server.db.kysely, server.db.dialect)
    const parts = description.split('\n## ').slice(1)
    const ofPeople = parts.filter((part) => /\n- (user_guid|form_run_guid|course_attempt_guid|sco_attempt_id): /.test(part))
    for (const part of ofPeople) {
      const table = part.split('\n')[0] ?? ''
      // What a session of a unit holds is in its statements.
      if (table !== 'cmi5_session') expect(Object.keys(tablesOfPerson)).toContain(table)
    }
  })

  test('is handed out whole, with the files, and without a secret', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sitwell-person-'))
    expect(await person('export', join(folder, 'ada'))).toBe(0)
    const names = await readdir(join(folder, 'ada'))
    expect(names).toHaveLength(2)
    const text = await readFile(join(folder, 'ada', 'person.json'), 'utf8')
    const { tables } = JSON.parse(text)
    expect(tables.person[0]).toMatchObject({ first_name: 'Ada', email: 'ada@example.org', date_of_birth: '2001-02-03' })
    expect(tables.answer_event).toHaveLength(2)
    expect(text).toContain(essay)
    expect(text).not.toMatch(/argon2|password_hash|refresh_hash/)
    expect(text).not.toContain(`${world.prefix}-other`)
    const file = names.find((name) => name.startsWith('file-')) ?? ''
    expect(await readFile(join(folder, 'ada', file), 'utf8')).toBe('a photograph of Leith')
    expect(await person('export', join(folder, 'ada'))).toBe(1)
    expect(await person('export', join(folder, 'no'), 'nobody')).toBe(1)
    await rm(folder, { recursive: true })
  })

  test('is taken away: no word of it stays, nobody signs in with it, and the hashes of the ledger still hold', async () => {
    await complete()
    expect(await verified()).toBe(0)
    await vi.waitFor(async () => expect(await everything()).toContain('"sign-in"'))
    expect(await person('erase')).toBe(0)
    const left = await everything()
    for (const word of [essay, 'Leith', 'ada@example.org', '2001-02-03', '"learner"', 'loom.txt', 'AB 12 34 56 C'])
      expect(left).not.toContain(word)
    expect(left).toContain('"other"')
    output.splice(0)
    expect(await verified()).toBe(0)
    expect(output.join('\n')).toContain('erased; the hashes of 2 saves stand')
    expect(await verify(server.db, { orgId: world.orgId, given: 'security-log', examGuid: undefined, head: false })).toBe(0)
    expect((await tryCall(server, calls.token, credentials(world, 'learner'))).status).toBe(400)
    expect((await tryCall(server, calls.token, credentials(world, `erased-1`))).status).toBe(400)
    nowMs += 2000
    expect((await tryCall(server, calls.time, { query: { userGuid: `${world.prefix}-learner` } }, token)).status).toBe(401)
    expect((await tryCall(server, calls.token, credentials(world, 'other'))).status).toBe(200)

    await server.db.kysely
      .updateTable('erased_save')
      .set({ content_hash: '0'.repeat(64) })
      .where('org_id', '=', world.orgId)
      .where('number', '=', 1)
      .execute()
    expect(await verified()).toBe(1)
  })

  // OFFICE-404
  test('has what persons gave for an answer once it is released, and nothing before that', async () => {
    await complete()
    await mark(1)
    const folder = await mkdtemp(join(tmpdir(), 'sitwell-person-'))
    const exported = async (name: string) => {
      expect(await person('export', join(folder, name))).toBe(0)
      const text = await readFile(join(folder, name, 'person.json'), 'utf8')
      const { tables } = JSON.parse(text)
      return { text, tables }
    }
    const before = await exported('before')
    expect([before.tables.mark_entry, before.tables.response_mark, before.tables.mark]).toEqual([[], [], []])
    expect(before.text).not.toMatch(/Thin\.|"last_event"|"kind": "mark"/)
    // The schedule of this world shows results at once: somebody looks at them.
    await doCall(server, calls.result, { query: { formRunGuid } }, token)
    const after = await exported('after')
    expect(after.tables.mark_entry).toMatchObject([{ number: 1, details: { marks: oneMark, comment: 'Thin.' } }])
    expect(after.tables.response_mark).toMatchObject([{ state: 'marked', marks: oneMark }])
    expect(after.text).toContain('"kind": "mark"')
    await rm(folder, { recursive: true })
  })

  test('goes with the marks that persons gave and what they said of it, whose hashes hold; nobody marks it any more', async () => {
    await complete()
    await mark(1)
    expect(await everything()).toContain('Thin.')
    expect(await person('erase')).toBe(0)
    const left = await everything()
    expect(left).not.toContain('Thin.')
    expect(await server.db.kysely.selectFrom('response_mark').selectAll().where('org_id', '=', world.orgId).execute()).toEqual(
      [],
    )
    expect(await verified()).toBe(0)
    expect(output.join('\n')).toMatch(/mark entries: 1 entry of 1 response.*what 1 entry says is erased/)
    expect(await mark(2)).toEqual({ kind: 'not-found' })
    await server.db.kysely.updateTable('mark_entry').set({ author: 'another' }).where('org_id', '=', world.orgId).execute()
    expect(await verified()).toBe(1)
  })

  test('goes after its days, and the mark that was given for it stays', async () => {
    await complete()
    await mark(1)
    const set = (name: string) =>
      server.db.kysely.insertInto('setting').values({ org_id: world.orgId, name, value: '10' }).execute()
    await set('KeepFilesDays')
    nowMs += 11 * dayMs
    await applyRetentions(server.db, nowMs)
    expect(await verified()).toBe(0)
    expect(await mark(2)).toMatchObject({ kind: 'stored', standing: { state: 'marked' } })
    expect(await verified()).toBe(0)
    await set('KeepAnswersDays')
    await applyRetentions(server.db, nowMs + 11 * dayMs)
    const { kysely } = server.db
    expect(await kysely.selectFrom('answer').selectAll().where('org_id', '=', world.orgId).execute()).toEqual([])
    const marks = await kysely.selectFrom('mark').selectAll().where('form_run_guid', '=', formRunGuid).execute()
    expect(marks.find(({ question_id }) => question_id === `${world.prefix}-q3`)).toMatchObject({ score: 2, needs_person: 0 })
    expect(await mark(3)).toEqual({ kind: 'not-found' })
    expect(await verified()).toBe(0)
  })

  test('is told to a browser that knows them by their guid, and of nobody who lives', async () => {
    const guids = ['learner', 'other'].map((name) => `${world.prefix}-${name}`)
    const erased = async () => (await doCall(server, calls.erasedPeople, { body: { userGuids: [...guids, 'x'] } })).erased
    expect(await erased()).toEqual([])
    await complete()
    await person('erase')
    expect(await erased()).toEqual([guids[0]])
    // The organisation gives the account to somebody again.
    await server.db.kysely
      .updateTable('person')
      .set({ username: 'learner', suspended: 0 })
      .where('org_id', '=', world.orgId)
      .where('user_guid', '=', guids[0] ?? '')
      .execute()
    expect(await erased()).toEqual([])
  })

  test('stays where an exam of theirs is under way', async () => {
    expect(await person('erase')).toBe(1)
    expect(output.join('\n')).toContain(formRunGuid)
    expect(await everything()).toContain(essay)
  })

  test('goes after the days that the organisation names, each kind by itself, and nothing of a running exam', async () => {
    const set = (name: string, value: string) =>
      server.db.kysely.insertInto('setting').values({ org_id: world.orgId, name, value }).execute()
    await set('KeepFilesDays', '10')
    await set('KeepAnswersDays', '30')
    const at = async (days: number) => {
      await applyRetentions(server.db, Date.now() + days * dayMs)
      return everything()
    }
    expect(await at(200)).toContain(essay)
    await complete()
    expect(await at(9)).toContain('loom.txt')
    const afterFiles = await at(11)
    expect(afterFiles).not.toContain('loom.txt')
    expect(afterFiles).toContain(essay)
    output.splice(0)
    expect(await verified()).toBe(0)
    expect(output.join('\n')).toContain('1 file erased')
    await vi.waitFor(async () => expect(await everything()).toContain('127.0.0.1'))
    await set('KeepSecurityLogDays', '30')
    const afterAnswers = await at(31)
    expect(afterAnswers).not.toContain(essay)
    expect(afterAnswers).not.toContain('127.0.0.1')
    expect(afterAnswers).toContain('ada@example.org')
    expect(await verified()).toBe(0)
    expect(await verify(server.db, { orgId: world.orgId, given: 'security-log', examGuid: undefined, head: false })).toBe(0)
  })

  test('sign-ins that nobody ended go with their addresses too, once they can hold no longer', async () => {
    const left = async () =>
      (await server.db.kysely.selectFrom('session').select('session_id').where('org_id', '=', world.orgId).execute()).length
    expect(await left()).toBe(2)
    await server.db.kysely.insertInto('setting').values({ org_id: world.orgId, name: 'KeepSessionsDays', value: '1' }).execute()
    await applyRetentions(server.db, Date.now() + 7 * dayMs)
    expect(await left()).toBe(2)
    await applyRetentions(server.db, Date.now() + 9 * dayMs)
    expect(await left()).toBe(0)
  })

  test('goes at every organisation, though it can not at another, which is told', async () => {
    await complete()
    await server.db.kysely.insertInto('setting').values({ org_id: world.orgId, name: 'KeepAnswersDays', value: '30' }).execute()
    const { kysely } = server.db
    const organisations = await kysely.selectFrom('organisation').select('org_id').execute()
    /** Fails at the first thing that is asked of the first organisation. */
    let isFirst = true
    const failing = {
      ...server.db,
      kysely: new Proxy(kysely, {
        get(target, name) {
          if (name === 'deleteFrom' && isFirst) {
            isFirst = false
            throw new Error('This one fails.')
          }
          const found = Reflect.get(target, name)
          return typeof found === 'function' ? found.bind(target) : found
        },
      }),
    }
    expect(organisations.length).toBeGreaterThan(0)
    await expect(applyRetentions(failing, Date.now() + 40 * dayMs)).rejects.toThrow(AggregateError)
    expect(await everything()).not.toContain(essay)
  })

  test('that came after the completion is kept as long as if the exam had ended then, for whoever reviews it', async () => {
    await server.db.kysely.insertInto('setting').values({ org_id: world.orgId, name: 'KeepAnswersDays', value: '30' }).execute()
    await complete()
    const lateMs = Date.now() + 40 * dayMs
    await server.db.kysely
      .updateTable('answer_event')
      .set({ received_at: lateMs })
      .where('org_id', '=', world.orgId)
      .where('sequence', '=', 2)
      .execute()
    await applyRetentions(server.db, lateMs + dayMs)
    expect(await everything()).toContain(essay)
    const outcome = (to: 'review' | 'applied') =>
      server.db.kysely
        .updateTable('answer_event')
        .set({ outcome: to })
        .where('org_id', '=', world.orgId)
        .where('sequence', '=', 2)
    const standing = server.db.kysely.updateTable('answer').where('org_id', '=', world.orgId).where('sequence', '=', 2)
    // It waits for staff, and nothing of the learner is in its place.
    await outcome('review').execute()
    await standing.set({ sequence: 1 }).execute()
    await applyRetentions(server.db, lateMs + 31 * dayMs)
    expect(await everything()).toContain(essay)
    await outcome('applied').execute()
    await applyRetentions(server.db, lateMs + 31 * dayMs)
    expect(await everything()).not.toContain(essay)
  })

  test('a late file waits for staff, and goes like any other once they let it count', async () => {
    const { kysely } = server.db
    await kysely.insertInto('setting').values({ org_id: world.orgId, name: 'KeepFilesDays', value: '30' }).execute()
    await complete()
    const set = (values: { outcome: 'review' } | { accepted_at: number }) =>
      kysely.updateTable('uploaded_file').set(values).where('form_run_guid', '=', formRunGuid).execute()
    const files = async () =>
      (await kysely.selectFrom('uploaded_file').select('outcome').where('form_run_guid', '=', formRunGuid).execute()).length
    await set({ outcome: 'review' })
    await applyRetentions(server.db, Date.now() + 40 * dayMs)
    expect(await files()).toBe(1)
    await set({ accepted_at: Date.now() })
    await applyRetentions(server.db, Date.now() + 40 * dayMs)
    expect(await files()).toBe(0)
  })
})

test('days are whole numbers above 0; anything else keeps all, for a slip of the pen must not take answers', () => {
  const answers = (value?: string) => readRetention(new Map(value === undefined ? [] : [['KeepAnswersDays', value]])).answers
  expect(['30', ' 365 ', '0', '-1', '1.5', 'for ever', '', undefined].map(answers)).toEqual([
    30,
    365,
    ...Array.from({ length: 6 }, () => undefined),
  ])
  expect(readRetention(new Map())).toMatchObject({ securityLog: 365, sessions: 90, errorReports: 90 })
})
