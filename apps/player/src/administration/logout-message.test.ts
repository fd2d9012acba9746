import { expect, test } from 'vitest'
import { isLogoutMessage } from './logout-message.ts'

// AUTH-156
test('the administration logs out by a message, from its own origin alone', () => {
  const admin = 'https://admin.example'
  for (const data of ['logout', 'Logout', { type: 'logout' }])
    expect(isLogoutMessage({ origin: admin, data }, admin)).toBe(true)
  for (const data of ['login', '', null, undefined, 7, {}, { type: 1 }, { logout: true }, ['logout']])
    expect(isLogoutMessage({ origin: admin, data }, admin)).toBe(false)
  for (const origin of ['https://evil.example', 'http://admin.example', 'https://admin.example:8443', 'null', ''])
    expect(isLogoutMessage({ origin, data: 'logout' }, admin), origin).toBe(false)
})
