import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { MarkingClaimTable, ResponseMarkTable } from '../db/schema.ts'
import type { Scope } from '../roles/grant.ts'
import { bothDatabases } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { claimNext } from './claim-next.ts'
import { claim, claimMs, release, renew, selectClaims } from './claims.ts'

describeOnEach(bothDatabases, 'a claim of a response on %s', {}, ({ server, nextOrgId }) => {
  const response = { formRunGuid: 'run', questionId: 'q', part: '' }

  // OFFICE-304
  test('one marker has a response until the claim runs out, and that marker alone keeps it for longer', async () => {
    const { kysely } = server.db
    const orgId = nextOrgId()
    const at = (userGuid: string, nowMs: number) => ({ orgId, userGuid, nowMs })
    const first = await claim(kysely, at('ann', 1000), response)
    expect(first).toMatchObject({ user_guid: 'ann', since: 1000, until_at: 1000 + claimMs })
    expect(await claim(kysely, at('bob', 1000), response)).toBeUndefined()
    expect(await claim(kysely, at('bob', 999 + claimMs), response)).toBeUndefined()
    expect(await renew(kysely, at('bob', 2000), response)).toBeUndefined()
    expect(await release(kysely, at('bob', 2000), response)).toBe(0)
    // Its own marker keeps it, with the moment from which they have had it.
    expect(await claim(kysely, at('ann', 2000), response)).toMatchObject({ since: 1000, until_at: 2000 + claimMs })
    expect(await renew(kysely, at('ann', 3000), response)).toMatchObject({ since: 1000, until_at: 3000 + claimMs })
    // One that has run out is nobody's: it isn't renewed, and somebody else gets the response.
    const over = 3000 + claimMs
    expect(await renew(kysely, at('ann', over), response)).toBeUndefined()
    expect(await selectClaims(kysely, at('ann', over))).toEqual([])
    expect(await claim(kysely, at('bob', over), response)).toMatchObject({ user_guid: 'bob', since: over })
    expect(await claim(kysely, at('ann', over + 1), response)).toBeUndefined()
  })

  const queue = { examGuid: 'exam', version: 1, deliveryId: '', questionId: 'q', part: '' }
  const arrangeQueue = async (count: number): Promise<number> => {
    const orgId = nextOrgId()
    const rowOf = (at: number): ResponseMarkTable => ({
      ...{ org_id: orgId, form_run_guid: `run-${at}`, question_id: 'q', part: '', exam_guid: 'exam', version: 1 },
      ...{ schedule_guid: `schedule-${at}`, delivery_id: '', user_guid: `learner-${at}`, state: 'waiting', marks: null },
      ...{ max_marks: 1, sequence: 1, files: '', newest_entry: 0, is_pending: 0, changed_at: at },
    })
    await server.db.kysely
      .insertInto('response_mark')
      .values(Array.from({ length: count }, (_, at) => rowOf(at)))
      .execute()
    return orgId
  }
  interface Taking {
    readonly orgId: number
    readonly userGuid: string
    readonly count: number
    readonly scopes?: readonly Scope[]
  }
  const takeNext = (
    { orgId, userGuid, count, scopes = [{ kind: 'organisation' }] }: Taking,
    open = async (held: MarkingClaimTable): Promise<string | undefined> => held.form_run_guid,
  ) => {
    const wanted = {
      ...{ claimer: { orgId, userGuid, nowMs: 1000 }, queue, condition: sql<boolean>`1 = 1` },
      scopes,
    }
    return claimNext(server.db, wanted, { count, open, chance: Math.random })
  }

  // OFFICE-304 OFFICE-310
  test('each of 200 markers who ask for 200 responses in the same moment gets one', async () => {
    const orgId = await arrangeQueue(200)
    const all = Array.from({ length: 200 }, (_, at) => takeNext({ orgId, userGuid: `marker-${at}`, count: 1 }))
    const given = await Promise.all(all)
    expect(given.filter((own) => own.length !== 1)).toEqual([])
    expect(new Set(given.flat()).size).toBe(200)
  })

  // OFFICE-304
  test('a marker gets another response instead of one that was marked after it was looked up', async () => {
    const orgId = await arrangeQueue(3)
    const seen: string[] = []
    const open = async ({ form_run_guid: guid }: MarkingClaimTable) => {
      seen.push(guid)
      const state = guid === 'run-0' ? 'marked' : 'waiting'
      await server.db.kysely
        .updateTable('response_mark')
        .set({ state })
        .where('org_id', '=', orgId)
        .where('form_run_guid', '=', guid)
        .execute()
      return state === 'waiting' ? guid : undefined
    }
    expect(await takeNext({ orgId, userGuid: 'ann', count: 1 }, open)).toEqual(['run-1'])
    expect(seen).toEqual(['run-0', 'run-1'])
    expect(await takeNext({ orgId, userGuid: 'bob', count: 5 })).toEqual(['run-2'])
  })

  // OFFICE-304
  test('a response that cannot be opened keeps no marker from the others', async () => {
    const orgId = await arrangeQueue(150)
    const { kysely } = server.db
    const group = { org_id: orgId, group_id: 'year-9', added_by: 'command', added_at: 0 }
    // One of them is at the front of the queue, the second far behind.
    await kysely
      .insertInto('people_group_member')
      .values(['learner-0', 'learner-149'].map((user_guid) => ({ ...group, user_guid })))
      .execute()
    const scopes = [{ kind: 'group', id: 'year-9' }] as const
    let opened = 0
    const given = await takeNext({ orgId, userGuid: 'ann', count: 2, scopes }, async (held) => {
      opened += 1
      if (held.form_run_guid !== 'run-0') return held.form_run_guid
      await release(kysely, { orgId, userGuid: 'ann', nowMs: 1000 }, { ...response, formRunGuid: 'run-0' })
      return undefined
    })
    expect(given).toEqual(['run-149'])
    expect(opened).toBe(2)
  })
})
