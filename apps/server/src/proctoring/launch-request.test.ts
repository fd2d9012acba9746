import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { signedLaunch } from './launch-request.ts'
import { monitorAuthorization, monitorSignature } from './monitor-request.ts'

const launch = {
  launchUrl: 'https://proctorio.com/customers',
  userId: '1de2d4870b5f409098f8df8fc5186e7d',
  examStart: 'https://proctorio.com/customers',
  examTake: 'https://proctorio.com/about',
  examEnd: 'https://proctorio.com/platform',
  options: ['recordwebtraffic', 'recordvideo'],
  fullName: "John O'Doe (1)",
  examTag: 'Quiz 1',
}

test('a launch is signed as the provider’s documentation says: its fields in their order, encoded, under the bare secret', () => {
  const service = { address: 'https://us15499ws.proctor.io/6521ca945bd84cfc85d2767da06aa7c8', key: 'f6f12656', secret: 'shh' }
  const fields = signedLaunch(service, launch, { nowMs: 1_700_000_000_999, nonce: 'once' })
  const base =
    'POST&https%3A%2F%2Fus15499ws.proctor.io%2F6521ca945bd84cfc85d2767da06aa7c8&launch_url%3Dhttps%253A%252F%252Fproctorio.com%252Fcustomers%26user_id%3D1de2d4870b5f409098f8df8fc5186e7d%26oauth_consumer_key%3Df6f12656%26exam_start%3Dhttps%253A%252F%252Fproctorio.com%252Fcustomers%26exam_take%3Dhttps%253A%252F%252Fproctorio.com%252Fabout%26exam_end%3Dhttps%253A%252F%252Fproctorio.com%252Fplatform%26exam_settings%3Drecordwebtraffic%252Crecordvideo%26fullname%3DJohn%2520O%2527Doe%2520%25281%2529%26exam_tag%3DQuiz%25201%26oauth_signature_method%3DHMAC-SHA1%26oauth_version%3D1.0%26oauth_timestamp%3D1700000000%26oauth_nonce%3Donce'
  expect([...fields.keys()].at(-1)).toBe('oauth_signature')
  expect(fields.get('oauth_signature')).toBe(createHmac('sha1', 'shh').update(base).digest('base64'))
  expect(fields.has('secret')).toBe(false)
})

test('a call to the integrity monitor is signed over its app, method, address, second and nonce', () => {
  const signing = { appId: 'an-app', apiKey: Buffer.from('key').toString('base64'), nowMs: 1_700_000_000_000, nonce: '17' }
  const address = 'https://ca.integrityadvocateserver.com/api/participant'
  const signedText = 'an-appGEThttps%3a%2f%2fca.integrityadvocateserver.com%2fapi%2fparticipant170000000017'
  expect(monitorSignature(address, signing)).toBe(createHmac('sha256', 'key').update(signedText).digest('base64'))
  expect(monitorAuthorization(address, signing)).toBe(`amx an-app:${monitorSignature(address, signing)}:17:1700000000`)
})
