import { calls } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { pathOf } from '../http/register.ts'
import { oneDatabase } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { refusalIn, send } from '../testing/test-world.ts'

const report = (server: TestServer, more: object = {}) =>
  send(server, pathOf(calls.errorReport), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ errorMessage: 'Render failed', ...more }),
  })

describeOnEach(oneDatabase, 'an error report on %s', { config: { logLevel: 'fatal' } }, ({ server }) => {
  test('names its organisation, and all else, by a whole number or is refused', async () => {
    for (const field of ['orgID', 'userID', 'languageId', 'siteId', 'centreId'])
      for (const odd of [1.5, 1e300, 2 ** 53])
        expect(refusalIn(await report(server, { [field]: odd })), field).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
    expect(await server.db.kysely.selectFrom('error_report').selectAll().execute()).toEqual([])
    for (const orgID of [null, 29, Number.MAX_SAFE_INTEGER]) expect((await report(server, { orgID })).status).toBe(200)
    expect(await server.db.kysely.selectFrom('error_report').selectAll().execute()).toHaveLength(3)
  })
})

test('error reports are limited for an address, whatever else they carry', async () => {
  const server = await startTestServer({ database: 'sqlite', config: { attemptsPerMinute: 3 } })
  const odd = (count: number) => ({
    username: `n${count}`,
    orgId: count,
    scheduleGuid: `s${count}`,
    refresh_token: `1.${count}`,
  })
  const answers: number[] = []
  for (let count = 0; count < 4; count += 1) answers.push((await report(server, odd(count))).status)
  expect(answers).toEqual([200, 200, 200, 429])
  await server.stop()
})
