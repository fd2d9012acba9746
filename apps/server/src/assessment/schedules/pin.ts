import { randomInt } from 'node:crypto'
import type { Keys } from '../../keys.ts'

/** What a PIN begins with where the hash of a password stands: it is sealed, so that it can be shown again, and made without the cost of a hash. */
export const pinMark = 'pin:'

export const isPin = (stored: string): boolean => stored.startsWith(pinMark)

/** A PIN of six digits as it is stored. Wrong tries are limited for each schedule, as with any password of an exam. */
export const newPin = (keys: Pick<Keys, 'seal'>): string => pinMark + keys.seal(String(randomInt(1_000_000)).padStart(6, '0'))

/** A stored PIN as it is typed; undefined if it is none, or sealed with a secret that is not accepted. */
export const pinOf = (keys: Pick<Keys, 'open'>, stored: string | null): string | undefined =>
  stored !== null && isPin(stored) ? keys.open(stored.slice(pinMark.length)) : undefined
