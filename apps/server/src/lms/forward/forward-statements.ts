import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import type { XapiForwardTable } from '../../db/schema.ts'
import type { ServerLog } from '../../server-log.ts'
import { selectAttachmentSizes, selectAttachments } from '../lrs/attachment-queries.ts'
import { claim, insertSetAside, noteOrganisations, selectFailingSince, selectWaiting, updateForward } from './queries.ts'
import { type Sent, sendStatements } from './send-statements.ts'

interface ForwardContext {
  readonly database: Pick<Database, 'kysely'>
  readonly clock: Clock
  readonly config: Pick<Config, 'statementsTo'>
  readonly log: Pick<ServerLog, 'error' | 'warn'>
}

/** Statements of one request, requests of one round, and bytes of attachments of one request. */
const mostAtOnce = 50
const mostBatches = 20
const mostBytes = 8 * 1024 * 1024

/** Milliseconds until a store that failed is tried again: from five seconds to a quarter of an hour. */
const shortestPauseMs = 5000
const longestPauseMs = 15 * 60_000
const pauseAfter = (tries: number) => Math.min(longestPauseMs, shortestPauseMs * 2 ** Math.min(tries, 20))

export interface Forwarding {
  /** Hands on what can be handed on now. */
  round(): Promise<void>
  /** Since when the store doesn't take what it is handed. */
  failingSinceMs(): number | undefined
}

/**
 * Hands every statement on to the operator's store, in their order: the statements are their own queue, and what is kept is how far it has
 * come, so neither a restart nor a store that is away for days loses one. One that the store refuses for good is set aside with its
 * reason, so that those behind it continue. A statement may come to it twice, under its one id.
 */
export const createForwarding = ({
  database: { kysely },
  clock,
  config: { statementsTo: to },
  log,
}: ForwardContext): Forwarding => {
  if (!to) return { round: async () => {}, failingSinceMs: () => undefined }
  let failingSince: number | undefined

  const send = async (orgId: number, rows: readonly { number: number; statement: string }[]): Promise<Sent> => {
    const attachments = await selectAttachments(
      kysely,
      orgId,
      rows.map(({ number }) => number),
    )
    return sendStatements(
      to,
      rows.map(({ statement }) => statement),
      attachments,
    )
  }
  const setAside = async ({ org_id }: XapiForwardTable, number: number, why: string) => {
    log.error(
      { event: 'statement-refused', orgId: org_id, number, why },
      'the external store refused a statement; the server set it aside',
    )
    await insertSetAside(kysely, { org_id, number, reason: why, set_aside_at: clock.nowMs() })
  }
  /** As many as one request carries; one at least. */
  const batchOf = async (place: XapiForwardTable, limit: number) => {
    const rows = await selectWaiting(kysely, place, limit)
    const sizes = await selectAttachmentSizes(
      kysely,
      place.org_id,
      rows.map(({ number }) => number),
    )
    let bytes = 0
    const past = rows.findIndex(({ number }, at) => {
      bytes += sizes.get(number) ?? 0
      return at > 0 && bytes > mostBytes
    })
    return past < 0 ? rows : rows.slice(0, past)
  }
  /** The store can't be reached, or fails: it is tried again later, and later each time. */
  const restAfter = async (place: XapiForwardTable, why: string): Promise<undefined> => {
    const tries = place.tries + 1
    const failing = { tries, next_at: clock.nowMs() + pauseAfter(tries - 1), problem: why }
    await updateForward(kysely, place, { ...failing, failing_since: place.failing_since ?? clock.nowMs() })
    return undefined
  }
  /** Sends what one request carries. Answers how it continues; undefined if it doesn't just now. */
  const sendBatch = async (place: XapiForwardTable, limit: number) => {
    const rows = await batchOf(place, limit)
    const last = rows.at(-1)
    if (!last) return { place, limit, isOver: true }
    const sent = await send(place.org_id, rows)
    if (!sent.ok && !sent.refused) return restAfter(place, sent.why)
    // One of them is refused: each by itself, so that the others go.
    if (!sent.ok && rows.length > 1) return { place, limit: 1, isOver: false }
    if (!sent.ok) await setAside(place, last.number, sent.why)
    const sentThrough = { sent_through: last.number, tries: 0, problem: null, failing_since: null }
    await updateForward(kysely, place, sentThrough)
    return { place: { ...place, ...sentThrough }, limit, isOver: false }
  }
  const sendAll = async (claimed: XapiForwardTable) => {
    let standing = { place: claimed, limit: mostAtOnce, isOver: false }
    for (let batch = 0; batch < mostBatches && !standing.isOver; batch += 1) {
      const next = await sendBatch(standing.place, standing.limit)
      if (!next) return
      standing = next
    }
    const { place } = standing
    await updateForward(kysely, place, { next_at: clock.nowMs() })
  }
  const tell = (since: number | undefined) => {
    if (since !== undefined && failingSince === undefined)
      log.warn(
        { event: 'statements-wait' },
        'statements can not be forwarded to the external store; they wait, and the server tries again',
      )
    if (since === undefined && failingSince !== undefined)
      log.warn({ event: 'statements-forwarded-again' }, 'statements are forwarded to the external store again')
    failingSince = since
  }
  return {
    async round() {
      await noteOrganisations(kysely)
      for (const claimed of await claim(kysely, clock.nowMs())) await sendAll(claimed)
      tell(await selectFailingSince(kysely))
    },
    failingSinceMs: () => failingSince,
  }
}
