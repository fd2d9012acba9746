import { randomBytes } from 'node:crypto'
import { linkOf } from '@sitwell/exam/evidence/chain'
import type { SecurityEventTable } from '../db/schema.ts'
import { sha256 } from '../sha256.ts'
import type { TimedEvent } from './security-event.ts'

/** What the first event of an organisation's log links to. */
export const seedOfLog = (orgId: number): string => sha256(JSON.stringify(['sitwell-security-log-1', orgId]))

const longestText = 300

/** As both databases keep it, and no longer than a name or an address is: who attacks writes into these. */
const retained = (text: string) => text.slice(0, longestText).toWellFormed().replaceAll('\0', '')

/** An event as the database keeps it, before it has its place in the chain. */
export type UnlinkedEvent = Omit<SecurityEventTable, 'number' | 'previous_hash' | 'hash'> & { readonly content: string }

/**
 * The row of an event. `salt` is chance: once the content is taken out, nobody finds it again by trying all addresses against its hash.
 */
export const rowOfEvent = (
  { orgId, atMs, kind, userGuid, username, address, author, what, target, times }: TimedEvent,
  salt = randomBytes(16).toString('base64url'),
): UnlinkedEvent => {
  const optional = (text: string | undefined) => (text === undefined ? null : retained(text))
  const found = { user_guid: optional(userGuid), username: optional(username), address: optional(address) }
  const fields = { author: optional(author), what: optional(what), target: target ?? null, times: times ?? 1 }
  const content = JSON.stringify({ ...found, ...fields, salt })
  return { org_id: orgId, at: atMs, kind, content, content_hash: sha256(content), ...found }
}

/** What a link is over: the moment and the kind, and the hash of all the rest. */
const linked = ({ org_id, at, kind, content_hash }: Pick<SecurityEventTable, 'org_id' | 'at' | 'kind' | 'content_hash'>) =>
  JSON.stringify([org_id, at, kind, content_hash])

/** Events as the next ones of their organisation's log. */
export const linkAfter = (
  last: { readonly number: number; readonly hash: string },
  rows: readonly UnlinkedEvent[],
): SecurityEventTable[] => {
  let previous = last.hash
  return rows.map((row, index) => {
    const number = last.number + index + 1
    const hash = linkOf(previous, { number, content: linked(row) }, sha256)
    const whole = { ...row, number, previous_hash: previous, hash }
    previous = hash
    return whole
  })
}

/** The problems with a stretch of a log, in words; `last` is what it has to continue from. */
export const findingsOfLog = (
  last: { readonly number: number; readonly hash: string },
  rows: readonly SecurityEventTable[],
): string[] => {
  let before = last
  return rows.flatMap((row) => {
    const findings: string[] = []
    if (row.number !== before.number + 1) findings.push(`event ${before.number + 1} is missing`)
    else if (row.previous_hash !== before.hash) findings.push(`event ${row.number} does not follow the one before it`)
    if (row.hash !== linkOf(row.previous_hash, { number: row.number, content: linked(row) }, sha256))
      findings.push(`event ${row.number} is not what was written`)
    else if (row.content !== null && !isOwnContent(row))
      findings.push(`event ${row.number} says something else than was written`)
    before = { number: row.number, hash: row.hash }
    return findings
  })
}

/** The columns that an event is found by are checked too: one that hides from a search was changed. */
const isOwnContent = ({ content, content_hash, user_guid, username, address }: SecurityEventTable): boolean => {
  if (content === null || sha256(content) !== content_hash) return false
  const fields = JSON.parse(content) as Record<string, unknown>
  return fields.user_guid === user_guid && fields.username === username && fields.address === address
}
