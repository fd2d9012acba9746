import { request } from 'node:http'
import { type Call, calls } from '@sitwell/contract'
import { beforeAll, expect, test } from 'vitest'
import { oneDatabase } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { arrange, signIn, type World } from '../testing/test-world.ts'
import { pathOf } from './register.ts'

describeOnEach(oneDatabase, 'a call that needs a token, asked for by a browser, on %s', {}, ({ server }) => {
  let world: World
  let token: string
  beforeAll(async () => {
    world = await arrange(server)
    token = (await signIn(server, world)).access_token
  })

  // No fetch lets these heads be set.
  const ask = (method: string, path: string, headers: Readonly<Record<string, string>>) =>
    new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const asked = request(
        server.origin + path,
        { method, headers: { authorization: `Bearer ${token}`, ...headers } },
        (answer) => {
          let text = ''
          answer.on('data', (part: Buffer) => {
            text += part.toString()
          })
          answer.on('end', () => resolve({ status: answer.statusCode, text }))
        },
      )
      asked.on('error', reject)
      asked.end()
    })
  const startPath = () =>
    `${pathOf(calls.start)}?${new URLSearchParams(Object.entries(world.entry).map(([name, value]) => [name, String(value)]))}`
  const formRuns = async () => (await server.db.kysely.selectFrom('form_run').select('form_run_guid').execute()).length
  const foreign: readonly Readonly<Record<string, string>>[] = [
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
  ]

  test('for a page of another site, or as an address that is opened, does nothing, whatever its method', async () => {
    for (const headers of foreign)
      expect(await ask('GET', startPath(), headers)).toMatchObject({
        status: 403,
        text: expect.stringContaining('NOT_ALLOWED'),
      })
    expect(await formRuns()).toBe(0)
    // Calls of the office take no token, and those of a preview another one (`library/preview.test.ts`).
    const ofSessions = (Object.values(calls) as Call[]).filter(({ access }) => access !== 'preview')
    const withToken = ofSessions.filter(({ access, office }) => access !== 'anyone' && !office)
    for (const call of withToken)
      expect([call.name, (await ask(call.method, pathOf(call), foreign[0] ?? {})).status]).toEqual([call.name, 403])
  })

  test('for a page of this site is answered, and so is what is no browser', async () => {
    expect((await ask('GET', startPath(), { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' })).status).toBe(200)
    expect((await ask('GET', startPath(), {})).status).toBe(200)
    expect(await formRuns()).toBe(1)
  })
})
