import * as z from 'zod'
import type { Keys } from '../../keys.ts'

/** Milliseconds in which a page may be opened that loads the monitor's script. */
const passMs = 5 * 60_000

const pass = z.tuple([z.literal('monitor'), z.int(), z.number()])

/** What lets one page of an organisation load the monitor's script. */
export const makePass = (keys: Pick<Keys, 'seal'>, orgId: number, nowMs: number): string =>
  keys.seal(JSON.stringify(['monitor', orgId, nowMs + passMs]))

/** The organisation that a page's address has such a pass of; undefined if it has none, or one that holds no more. */
export const orgOfPass = (keys: Pick<Keys, 'open'>, address: string, nowMs: number): number | undefined => {
  const given = URL.parse(address)?.searchParams.get('monitor')
  const opened = given ? keys.open(given) : undefined
  if (opened === undefined) return undefined
  const [, orgId, untilMs] = pass.parse(JSON.parse(opened))
  return untilMs > nowMs ? orgId : undefined
}
