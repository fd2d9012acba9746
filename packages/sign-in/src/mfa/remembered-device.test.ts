import { expect, test } from 'vitest'
import { rememberedDevices } from './remembered-device.ts'

const dayMs = 86_400_000
const browser = () => {
  const stored = new Map<string, string>()
  let nowMs = 1_000_000
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  return { stored, devices: rememberedDevices(storage, () => nowMs), pass: (days: number) => (nowMs += days * dayMs) }
}
const mina = { orgId: 7, username: 'mina' }

// MFA-109 MFA-129
test('a device is remembered for one user of one organisation', () => {
  const { devices, stored } = browser()
  devices.remember(mina, 'device-1', 28)
  expect(devices.tokenOf(mina)).toBe('device-1')
  expect(devices.tokenOf({ orgId: 7, username: ' Mina ' })).toBe('device-1')
  expect(devices.tokenOf({ orgId: 8, username: 'mina' })).toBeUndefined()
  expect(devices.tokenOf({ orgId: 7, username: 'tom' })).toBeUndefined()
  expect(stored.size).toBe(1)
  devices.forget(mina)
  expect(stored.size).toBe(0)
})

// MFA-109 MFA-128
test('it is forgotten now plus the days', () => {
  const { devices, stored, pass } = browser()
  devices.remember(mina, 'device-1', 28)
  expect([...stored.values()].map((text) => JSON.parse(text).value.expiresAtMs)).toEqual([1_000_000 + 28 * dayMs])
  pass(27.9)
  expect(devices.tokenOf(mina)).toBe('device-1')
  pass(0.1)
  expect([devices.tokenOf(mina), stored.size]).toEqual([undefined, 0])
})
