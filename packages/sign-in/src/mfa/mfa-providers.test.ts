import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mfaOptions, mfaProvidersOf, providerOfOption } from './mfa-providers.ts'

// MFA-119 MFA-120 MFA-123
test('the providers are a comma list in any case, in its order; unknown names are dropped', () => {
  expect(mfaProvidersOf('App, EMAIL ,TextMessage', true)).toEqual(['app', 'email', 'textmessage'])
  expect(mfaProvidersOf('textmessage,carrier pigeon,,app,APP', true)).toEqual(['textmessage', 'app'])
})

// MFA-121
test('email is offered only to somebody who has one', () => {
  expect(mfaProvidersOf('email,app', false)).toEqual(['app'])
  expect(mfaProvidersOf('email,app', true)).toEqual(['email', 'app'])
})

// MFA-122
test('without a setting, without a known name, and where nothing else is left, it is the app', () => {
  for (const setting of ['', '   ', 'fax', ',,']) expect(mfaProvidersOf(setting, true)).toEqual(['app'])
  expect(mfaProvidersOf('email', false)).toEqual(['app'])
})

// MFA-120 MFA-122
test('whatever the setting says, there is one way in at least, and none twice', () => {
  fc.assert(
    fc.property(fc.string(), fc.boolean(), (setting, hasEmail) => {
      const providers = mfaProvidersOf(setting, hasEmail)
      expect(providers.length).toBeGreaterThan(0)
      expect(new Set(providers).size).toBe(providers.length)
    }),
  )
})

// MFA-108 MFA-130
test('options are 0 not set, 1 email, 2 text message, 3 app, and no more', () => {
  expect(mfaOptions).toEqual({ email: 1, textmessage: 2, app: 3 })
  expect([-1, 0, 1, 2, 3, 4].map(providerOfOption)).toEqual([undefined, undefined, 'email', 'textmessage', 'app', undefined])
})
