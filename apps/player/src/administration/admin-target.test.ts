import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AdminQuestion, adminAddress, adminTargetOf } from './admin-target.ts'

const question: AdminQuestion = {
  admin: true,
  userId: 12,
  orgId: 7,
  legacySingleSignon: true,
  adminInFrame: false,
  adminUrl: 'https://admin.example/start?area=exams',
  allowedOrigins: ['https://admin.example'],
  returnUrl: 'https://exams.example/login?demo',
}

// AUTH-117 AUTH-155
test('an administrator with legacy single sign-on goes to the address, with userID, orgID and a return url', () => {
  const target = adminTargetOf(question)
  expect(target?.kind).toBe('address')
  const url = new URL(target?.kind === 'address' ? target.url : '')
  expect([url.origin, url.pathname]).toEqual(['https://admin.example', '/start'])
  expect(Object.fromEntries(url.searchParams)).toEqual({
    area: 'exams',
    userID: '12',
    orgID: '7',
    returnUrl: 'https://exams.example/login?demo',
  })
})

// AUTH-117 AUTH-131
test('without an address, or where the organisation wants a frame, it is /admin inside the player', () => {
  const { adminUrl: _, ...without } = question
  expect(adminTargetOf({ ...without, adminUrl: undefined })).toEqual({ kind: 'frame' })
  expect(adminTargetOf({ ...question, adminInFrame: true })).toEqual({ kind: 'frame' })
})

// AUTH-154 AUTH-157 AUTH-116
test('a learner, and an administrator without legacy single sign-on, go on to the rubric', () => {
  expect(adminTargetOf({ ...question, admin: false })).toBeUndefined()
  expect(adminTargetOf({ ...question, legacySingleSignon: false })).toBeUndefined()
})

test('an address of an origin that nobody vouches for is never gone to, whatever it looks like', () => {
  for (const adminUrl of [
    'https://evil.example/',
    'https://admin.example.evil.example/',
    'https://admin.example@evil.example/',
    'http://admin.example/',
    '//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '\\\\evil.example',
    '',
  ])
    expect(adminAddress({ ...question, adminUrl }), adminUrl).toBeUndefined()
  fc.assert(
    fc.property(fc.oneof(fc.webUrl(), fc.string()), (adminUrl) => {
      const address = adminAddress({ ...question, adminUrl })
      expect(address === undefined || new URL(address).origin === 'https://admin.example').toBe(true)
    }),
  )
})
