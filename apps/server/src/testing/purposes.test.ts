import { calls } from '@sitwell/contract'
import { SignJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { holderOfToken, signResourceToken } from '../assessment/content/resource-token.ts'
import type { ApplicationContext } from '../context.ts'
import { readResultsLink, resultsLink } from '../practice-results/results-link.ts'
import { printLink, readPrintLink } from '../print/print-link.ts'
import { readFileToken, signFileToken } from '../seb/file-token.ts'
import { oneDatabase } from './databases.ts'
import { describeOnEach } from './describe-on-each.ts'
import { startTestServer } from './start-test-server.ts'
import { arrange, signIn, tryCall, type World } from './test-world.ts'

const audiences = ['printed-question', 'practice-results', 'seb-file', 'exam-resource']

describeOnEach(oneDatabase, 'a token of one purpose, on %s', {}, ({ server }) => {
  let world: World
  beforeAll(async () => {
    world = await arrange(server)
  })

  test('signs nobody in, though it carries a session’s own claims under the server’s own key', async () => {
    const { access_token } = await signIn(server, world)
    const claims = JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString())
    const { iss: _, ...others } = claims
    const sign = (payload: object) => new SignJWT({ ...payload }).setProtectedHeader({ alg: 'HS256' })
    const time = (token: string) => tryCall(server, calls.time, { query: { userGuid: 'o1-learner' } }, token)
    expect(claims.aud).toBe('sitwell-calls')
    expect((await time(await sign(claims).sign(server.config.tokenSecret))).status).toBe(200)
    for (const audience of audiences)
      for (const payload of [claims, others]) {
        const made = await sign(payload).setAudience(audience).sign(server.config.tokenSecret)
        expect([audience, (await time(made)).status]).toEqual([audience, 401])
      }
    const { aud: _aud, ...forNobody } = claims
    expect((await time(await sign(forNobody).sign(server.config.tokenSecret))).status).toBe(401)
  })
})

test('a token of one file opens no other file, and none of another kind', async () => {
  const server = await startTestServer({ database: 'sqlite' })
  const { config, clock } = server
  // Boundary: these read secret and time of it alone.
  const context = { config, clock, organisationOrigins: { of: async () => 'here' } } as unknown as ApplicationContext
  const place = { org_id: 1, exam_guid: 'exam', version: 3 }
  const who = { orgId: 1, userGuid: 'ada', sessionId: 'one' }
  const linked = { ...who, formRunGuid: 'run', fileName: 'file' }
  const resource = await signResourceToken(context, place, { scheduleGuid: 'schedule', isSealed: false, isOver: false })
  const results = (await resultsLink(context, linked)).split('token=')[1] ?? ''
  const print = (await printLink(context, { ...linked, questionId: 'q', madeAtMs: 1 })).split('token=')[1] ?? ''
  const seb = await signFileToken(context, { ...who, scheduleGuid: 'schedule' })
  const readers: Readonly<Record<string, (token: string) => Promise<unknown>>> = {
    resource: (token) => holderOfToken(context, token, place),
    'another exam': (token) => holderOfToken(context, token, { ...place, exam_guid: 'other' }),
    'another version': (token) => holderOfToken(context, token, { ...place, version: 4 }),
    'another organisation': (token) => holderOfToken(context, token, { ...place, org_id: 2 }),
    results: (token) => readResultsLink(context, 'run', token),
    'results of another': (token) => readResultsLink(context, 'other', token),
    print: (token) => readPrintLink(context, token),
    seb: (token) => readFileToken(context, token),
  }
  const opens = async (token: string) => {
    const opened: string[] = []
    for (const [name, read] of Object.entries(readers)) if ((await read(token)) !== undefined) opened.push(name)
    return opened
  }
  expect({
    resource: await opens(resource),
    results: await opens(results),
    print: await opens(print),
    seb: await opens(seb),
  }).toEqual({
    ...{ resource: ['resource'], results: ['results'], print: ['print'], seb: ['seb'] },
  })
  await server.stop()
})

test('TRACE is no method of any address', async () => {
  const server = await startTestServer({ database: 'sqlite' })
  await arrange(server)
  const { request } = await import('node:http')
  const traced = (path: string) =>
    new Promise<string>((resolve, reject) => {
      const asked = request(
        `${server.origin}${path}`,
        { method: 'TRACE', headers: { authorization: 'Bearer secret' } },
        (answer) => {
          let text = `${answer.statusCode} `
          answer.on('data', (part: Buffer) => {
            text += part.toString()
          })
          answer.on('end', () => resolve(text))
        },
      )
      asked.on('error', reject)
      asked.end()
    })
  for (const path of ['/', '/security/token', '/config.json']) {
    const text = await traced(path)
    expect(text).toMatch(/^4\d\d /)
    expect(text).not.toContain('secret')
  }
  await server.stop()
})
