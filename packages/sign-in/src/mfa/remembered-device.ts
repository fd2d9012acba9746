import { type KeyStorage, storedValue } from '@sitwell/client/stored-value'
import * as z from 'zod/mini'

const dayMs = 24 * 60 * 60 * 1000

/** A device token and until when it stands, milliseconds since 1970. */
const device = z.object({ deviceToken: z.string(), expiresAtMs: z.number() })

/** Whose device it is: another user or organisation in the same browser doesn't share it (spec 1 §3). */
export interface DeviceOwner {
  readonly orgId: number
  readonly username: string
}

/** What this browser remembers of second steps that were passed. */
export const rememberedDevices = (storage: KeyStorage, nowMs: () => number) => {
  const place = ({ orgId, username }: DeviceOwner) =>
    storedValue(storage, `sitwell.mfa.${orgId}.${username.trim().toLowerCase()}`, device)
  return {
    /** The token to sign in with; undefined if none is kept or its time is over. */
    tokenOf: (owner: DeviceOwner): string | undefined => {
      const stored = place(owner).get()
      if (stored === undefined) return undefined
      if (stored.expiresAtMs > nowMs()) return stored.deviceToken
      place(owner).clear()
      return undefined
    },
    /** Until now plus the days of the organisation (spec 1 §9). */
    remember: (owner: DeviceOwner, deviceToken: string, days: number): void => {
      place(owner).set({ deviceToken, expiresAtMs: nowMs() + days * dayMs })
    },
    forget: (owner: DeviceOwner): void => place(owner).clear(),
  }
}
