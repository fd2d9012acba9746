import { randomUUID } from 'node:crypto'
import { calls } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { startTestServer } from '../testing/start-test-server.ts'
import { arrange, credentials, send, signIn, tryCall } from '../testing/test-world.ts'

// databases: sqlite, because it tests lines of the log

test('the log holds no token, no code and no password, wherever a request carries it', async () => {
  const lines: string[] = []
  const server = await startTestServer({
    database: 'sqlite',
    config: { logLevel: 'info' },
    logTo: { write: (line: string) => void lines.push(line) },
  })
  const world = await arrange(server)
  const { access_token, refresh_token } = await signIn(server, world)
  const launched = { client_id: 'p', grant_type: 'launch' as const, refresh_token }
  for (const _ of ['entered', 'refused']) await tryCall(server, calls.token, { body: { ...launched, requestId: randomUUID() } })
  await tryCall(server, calls.token, credentials(world, 'learner', 'a-wrong-secret'))
  await tryCall(server, calls.setPasswordTokenCheck, { params: { token: '1.secret-of-a-link' } })
  await tryCall(server, calls.passwordReset, { body: { token: '1.secret-of-a-link', password: 'a-new-secret' } })
  await tryCall(server, calls.mfaVerify, { query: { userID: 1, code: 'secret-code', mfaOption: 3 } }, access_token)
  await tryCall(server, calls.loginTokenCheck, {}, '1.secret-of-a-login-token')
  for (const path of [
    '/reset/secret-of-a-page?o1',
    '/user/secret-of-a-page',
    '/login/secret-of-a-page?o1',
    '/?x=secret-of-a-launch',
    '/proctorio/client/secret-of-a-page/secret/exam',
    '/resource/e/secret-of-a-file/a.png?orgID=1&token=secret-of-a-file',
    '/reset/%E0%A4secret-of-a-page',
    '/formrun/api/PracticeResults/f?token=secret-of-results',
    '/print/Question/pdf?token=secret-of-a-question&inline=true',
    '/assessment/api/seb/exam.seb?token=secret-of-settings',
    '/resource/ROOT/a.png?orgID=1&token=secret-of-a-file',
    '/security/api/Mfa/verify?userID=1&code=secret-code&mfaOption=3',
    '/dash-events/?EIO=4&transport=polling&token=secret-of-a-connection',
    '/schedules?token=secret-that-nobody-asked-for',
    `/security/password/checktoken/secret-of-a-link${'x'.repeat(600)}`,
  ])
    await send(server, path)
  await server.stop()
  const log = lines.join('\n')
  expect(log).toContain('/security/password/checktoken/:token')
  expect(log).toContain('/reset')
  for (const secret of ['secret', access_token, refresh_token, refresh_token.split('.').at(-1) ?? ''])
    expect(log).not.toContain(secret)
})
