import { timingSafeEqual } from 'node:crypto'
import type { Keys } from '../keys.ts'
import { sha256 } from '../sha256.ts'

/** Letters and digits that nobody mistakes for each other. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

const codeOf = (keys: Pick<Keys, 'secretFor'>): string =>
  Array.from(keys.secretFor('first run').subarray(0, 16), (byte) => signs.charAt(byte % signs.length)).join('')

const plain = (code: string): string => code.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** The code by which the first organisation is created: 80 bits in four groups. It follows from the server's secret, so that every node has the same. */
export const firstRunCode = (keys: Pick<Keys, 'secretFor'>): string => (codeOf(keys).match(/.{4}/g) ?? []).join('-')

/** Whether somebody has the code. Capitals, blanks and hyphens don't count. */
export const isFirstRunCode = (keys: Pick<Keys, 'accepted'>, code: string): boolean => {
  const digest = (text: string) => Buffer.from(sha256(text))
  return keys.accepted.some((one) => timingSafeEqual(digest(codeOf(one)), digest(plain(code))))
}
