import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { doCall, send } from '../apps/server/src/testing/test-world.ts'
import { type Demonstration, startDemonstration } from '../e2e/demonstration.ts'

let server: Demonstration
let standIn: { readonly origin: string }

beforeAll(async () => {
  server = await startDemonstration()
  standIn = { origin: server.standIn }
})
afterAll(() => server.stop())

test('the demonstration has an exam of each proctoring provider, which its stand-in lets begin and the server believes', async () => {
  const form = { client_id: 'sitwell-player', grant_type: 'password' as const, orgId: 41 }
  const signIn = async (password: string, more: object = {}) =>
    (await doCall(server, calls.token, { body: { ...form, username: 'pilot', password, ...more } })).access_token
  const token = await signIn('pilot')
  const init = await doCall(server, calls.init, { body: { url: `${server.origin}/login?northway` } })
  expect(init).toMatchObject({ proctoringOrigin: standIn.origin, proctoringDebug: false })
  const userGuid = '2f6d8c1e-9b1a-4f3c-8e57-000000004101'
  const listed = await doCall(server, calls.schedules, { query: { userGuid } }, token)
  const of = (provider: string) => {
    const one = listed.find(({ proctorProvider }) => proctorProvider === provider)
    if (!one) throw new Error(`No exam of ${provider}`)
    return one
  }
  const content = (provider: string, by: string) => {
    const { guid: scheduleGuid, examGuid, examTypeGuid: examObjectTypeGuid, version: versionNumber } = of(provider)
    const query = { userGuid, scheduleGuid, scheduleType: 1, examGuid, examObjectTypeGuid, versionNumber }
    return doCall(server, calls.examJson, { query }, by)
  }
  await doCall(server, calls.confirmRubric, { body: { userGuid, confirmed: ['name', 'instructions'] } }, token)

  const monitored = of('IntegrityAdvocate')
  await expect(content('IntegrityAdvocate', token)).rejects.toThrow('PROCTORING_REQUIRED')
  const script = await doCall(server, calls.integrityScript, { query: { scheduleGuid: monitored.guid } }, token)
  const { pathname, search } = new URL(script.url)
  expect(await send(standIn, pathname + search)).toMatchObject({ status: 200, text: expect.stringContaining('IA_Ready') })
  await send(standIn, `/participants/begin${search}`, { method: 'POST' })
  await doCall(server, calls.beginProctoring, { body: { examGuid: monitored.examGuid } }, token)
  expect((await content('IntegrityAdvocate', token)).sections).not.toEqual([])

  const framed = of('Proctorio')
  const query = { proctorSessionID: framed.proctoringSessionID ?? '', userID: 4101, options: '', host: server.origin }
  const { url } = await doCall(server, calls.proctorioLaunchUrl, { query }, token)
  const { text: page } = await send(standIn, url.slice(standIn.origin.length))
  const [, launch = ''] = /const launch = "([^"]+)"/.exec(page) ?? []
  const [, , clientName, , ticket = '', examGuid] = new URL(launch).pathname.split('/').map(decodeURIComponent)
  expect([clientName, examGuid]).toEqual(['northway', framed.examGuid])
  const launched = { noNewSession: 'true', redirectedViaProctorio: 'true' }
  const proctored = await signIn(Buffer.from(ticket, 'base64').toString('utf8'), launched)
  await doCall(server, calls.beginProctoring, { body: { examGuid } }, proctored)
  expect((await content('Proctorio', proctored)).sections).not.toEqual([])
})
