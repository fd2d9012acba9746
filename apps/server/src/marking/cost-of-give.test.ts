import type { officeMarkingGive } from '@sitwell/contract'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Incoming } from '../http/service.ts'
import { createKeys } from '../keys.ts'
import { arrangeMarking } from '../testing/marking-desk.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { searchesIn, watchedStatements } from '../testing/watched-statements.ts'
import { officeMarkingGiveRoute } from './give.ts'

// databases: sqlite, because its plans do not depend on how many rows a table has

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ database: 'sqlite' })
})
afterAll(() => server.stop())

type Call = Incoming<typeof officeMarkingGive>

// OFFICE-310
test('the whole call that stores a mark searches by more than the organisation in every statement', async () => {
  const desk = await arrangeMarking(server, 1)
  await desk.handInAll()
  const marker = await desk.open('mark-1')
  const [item] = (await desk.next(marker)).responses
  if (!item) throw new Error('Nothing was given.')
  const { nodes, kysely } = watchedStatements(server.db.kysely)
  const person = await kysely
    .selectFrom('person')
    .select('user_guid')
    .where('org_id', '=', desk.orgId)
    .where('username', '=', 'mark-1')
    .executeTakeFirstOrThrow()
  const { handle } = officeMarkingGiveRoute({
    ...desk.context,
    ...{ database: { ...server.db, kysely }, config: server.config, keys: createKeys(server.config.tokenSecret) },
    generation: { current: () => '', remember: async () => undefined },
    securityLog: { note: () => undefined } as never,
    organisationOrigins: undefined as never,
  })
  nodes.splice(0)
  const caller = { orgId: desk.orgId, userGuid: person.user_guid, sessionId: 'session', admin: false }
  const call = { caller, body: desk.bodyOf(item), request: { ip: '' } } as unknown as Call
  expect(await handle(call as never)).toMatchObject({ ok: true, value: { state: 'marked' } })
  // The call reads roles, the settings of the organisation, the response and its place before it writes.
  expect(nodes.length).toBeGreaterThan(20)
  for (const node of nodes) {
    const asked = server.db.kysely.getExecutor().compileQuery(node, { queryId: 'plan' })
    const { rows } = await server.db.kysely.executeQuery(
      CompiledQuery.raw(`explain query plan ${asked.sql}`, [...asked.parameters]),
    )
    const plan = JSON.stringify(rows)
    // A list of parameters is a separate table.
    expect(plan, asked.sql).not.toMatch(/"SCAN (?!json_each)/)
    for (const search of searchesIn(plan)) expect(search, asked.sql).toMatch(/\w=/)
  }
})
