import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ResponseMarkTable } from '../db/schema.ts'
import { bothDatabases } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { nextResponses, type Wanted } from './claim-next.ts'
import { mostPeople, rowsInOrder, rowsOfPeople, selectRows, windowRows } from './rows-of-queue.ts'
import { isOfOthers } from './scopes.ts'

const waiting = 3000
const queue = { examGuid: 'exam', version: 1, deliveryId: '', questionId: 'q', part: '' }
const condition = isOfOthers({ userGuid: 'marker', rules: { marksOwnGroup: false } })

describeOnEach(bothDatabases, 'the next response of a queue on %s', {}, ({ server, database, nextOrgId }) => {
  const arrangeQueue = async (): Promise<number> => {
    const orgId = nextOrgId()
    const rowOf = (at: number): ResponseMarkTable => ({
      ...{ org_id: orgId, form_run_guid: `run-${at}`, question_id: 'q', part: '', exam_guid: 'exam', version: 1 },
      ...{ schedule_guid: `schedule-${at}`, delivery_id: '', user_guid: `learner-${at}`, state: 'waiting', marks: null },
      ...{ max_marks: 1, sequence: 1, files: '', newest_entry: 0, is_pending: 0, changed_at: at },
    })
    for (let from = 0; from < waiting; from += 500)
      await server.db.kysely
        .insertInto('response_mark')
        .values(Array.from({ length: 500 }, (_, at) => rowOf(from + at)))
        .execute()
    return orgId
  }
  const put = async (orgId: number, groupId: string, people: readonly string[]) =>
    server.db.kysely
      .insertInto('people_group_member')
      .values(people.map((user_guid) => ({ org_id: orgId, group_id: groupId, user_guid, added_by: 'command', added_at: 0 })))
      .execute()
  const analyze = async () => {
    if (database === 'postgres')
      await sql`analyze response_mark, people_group_member, schedule, room, marking_claim`.execute(server.db.kysely)
  }
  const wantedOf = (orgId: number, scopes: Wanted['scopes']): Wanted => ({
    ...{ claimer: { orgId, userGuid: 'marker', nowMs: 1 }, queue, scopes, condition },
  })
  const planOf = async (query: RawBuilder<unknown>): Promise<string> => {
    const how = sql.raw(database === 'sqlite' ? 'explain query plan' : 'explain (analyze, timing off, summary off)')
    const { rows } = await sql<Record<string, string>>`${how} ${query}`.execute(server.db.kysely)
    return rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n')
  }
  /** How many rows of the queue PostgreSQL read, over all loops. */
  const rowsRead = (plan: string): number =>
    [...plan.matchAll(/ on response_mark.*?actual rows=([\d.]+) loops=(\d+)/g)].reduce(
      (sum, [, rows, loops]) => sum + Number(rows) * Number(loops),
      0,
    )

  // OFFICE-310
  test('the look-up reads the index of queues in its order, and no other row of the queue', async () => {
    const orgId = await arrangeQueue()
    await analyze()
    const wanted = nextResponses(wantedOf(orgId, [{ kind: 'exam', id: 'exam' }]), 'waiting', 5)
    expect(await selectRows(server.db, wanted)).toEqual([0, 1, 2, 3, 4].map((at) => `run-${at}`))
    const plan = await planOf(rowsInOrder(database, wanted))
    if (database === 'sqlite') {
      expect(plan).toMatch(/SEARCH response_mark USING (COVERING )?INDEX response_mark_queue/)
      // Sorted by the index: nothing has to be read to the end first.
      expect(plan).not.toContain('TEMP B-TREE')
      return
    }
    expect(plan).toMatch(/Index (Only )?Scan using response_mark_queue/)
    expect(plan).not.toContain('Sort')
    expect(plan).not.toContain('Seq Scan on response_mark')
    const [, read = ''] = /using response_mark_queue.*?actual rows=([\d.]+)/.exec(plan) ?? []
    expect(Number(read)).toBeLessThanOrEqual(20)
  })

  // OFFICE-310
  test('a response of a group, a room or a centre at the end of the queue is found from its people', async () => {
    const orgId = await arrangeQueue()
    const last = [waiting - 1, waiting - 2, waiting - 3]
    await put(orgId, 'year-9', [`learner-${last[0]}`, 'somebody-else'])
    const name = { name: 'Hall', name_key: 'hall', search_name: 'hall', version: 1, added_by: 'command', added_at: 0 }
    const rooms = last.slice(1).map((at) => ({ at, room_id: `room-${at}`, centre_id: `centre-${at}` }))
    for (const { at, room_id, centre_id } of rooms) {
      await server.db.kysely
        .insertInto('room')
        .values({ org_id: orgId, room_id, centre_id, ...name, seats: null, closed_by: null, closed_at: null })
        .execute()
      await sql`insert into schedule (org_id, schedule_guid, user_guid, exam_guid, version, schedule_type, info, practice, room_id)
        values (${orgId}, ${`schedule-${at}`}, ${`learner-${at}`}, 'exam', 1, 1, '{}', 0, ${room_id})`.execute(server.db.kysely)
    }
    await analyze()
    const [room, centre] = [rooms[0]?.room_id ?? '', rooms[1]?.centre_id ?? '']
    const found = async (scopes: Wanted['scopes']) => {
      const wanted = nextResponses(wantedOf(orgId, scopes), 'waiting', 5)
      const plan = await planOf(rowsOfPeople(database, wanted))
      expect(plan).toContain('response_mark_by_person')
      expect(plan).not.toMatch(/SCAN response_mark|Seq Scan on response_mark/)
      if (database === 'postgres') expect(rowsRead(plan)).toBeLessThanOrEqual(20)
      return selectRows(server.db, wanted)
    }
    expect(await found([{ kind: 'group', id: 'year-9' }])).toEqual([`run-${last[0]}`])
    expect(await found([{ kind: 'room', id: room }])).toEqual([`run-${last[1]}`])
    expect(await found([{ kind: 'centre', id: centre }])).toEqual([`run-${last[2]}`])
    expect(await found([{ kind: 'delivery-room', delivery: '', room }])).toEqual([`run-${last[1]}`])
    // Several scopes: in the order of the queue.
    const all = [
      { kind: 'group', id: 'year-9' },
      { kind: 'centre', id: centre },
    ] as const
    expect(await found(all)).toEqual([`run-${last[2]}`, `run-${last[0]}`])
    expect(await found([{ kind: 'group', id: 'year-10' }])).toEqual([])
  })

  // OFFICE-310
  test('a response of a group with people at the front of the queue is found there', async () => {
    const orgId = await arrangeQueue()
    await put(orgId, 'year-9', [`learner-${windowRows - 1}`, `learner-${windowRows}`, 'learner-7'])
    const wanted = nextResponses(wantedOf(orgId, [{ kind: 'group', id: 'year-9' }]), 'waiting', 5)
    expect(await selectRows(server.db, wanted)).toEqual(['run-7', `run-${windowRows - 1}`])
  })

  test('a response of a group of many people behind the front of the queue is found in its order', async () => {
    const orgId = await arrangeQueue()
    const people = Array.from({ length: mostPeople + 1 }, (_, at) => `learner-${windowRows + at}`)
    await put(orgId, 'all-years', people)
    const wanted = nextResponses(wantedOf(orgId, [{ kind: 'group', id: 'all-years' }]), 'waiting', 2)
    expect(await selectRows(server.db, wanted)).toEqual([`run-${windowRows}`, `run-${windowRows + 1}`])
  })

  // OFFICE-310
  test('the look-up does not read beyond the people of the own group if these are at the front of the queue', async () => {
    const orgId = await arrangeQueue()
    const people = Array.from({ length: 30 }, (_, at) => `learner-${at}`)
    await put(orgId, 'year-9', [...people, 'marker'])
    await analyze()
    const wanted = nextResponses(wantedOf(orgId, [{ kind: 'organisation' }]), 'waiting', 2)
    expect(await selectRows(server.db, wanted)).toEqual(['run-30', 'run-31'])
    const plan = await planOf(rowsInOrder(database, wanted))
    if (database === 'sqlite') expect(plan).not.toContain('TEMP B-TREE')
    else expect(rowsRead(plan)).toBeLessThanOrEqual(people.length + 20)
  })
})
