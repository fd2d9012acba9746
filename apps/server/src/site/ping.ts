import { ping } from '@sitwell/contract'
import { tryToWrite } from '../db/try-to-write.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { littleRoom } from './room.ts'
import type { SiteContext } from './site-context.ts'

/** 200 once the database takes a transaction for writing. */
export const pingRoute = ({ database, clock, config, forwarding, log }: SiteContext) =>
  route(ping, async () => {
    try {
      await tryToWrite(database)
      const { awayMs, heldSinceMs } = clock.standing()
      const clockState = awayMs !== 0 && { clock: { aheadSeconds: Math.round(awayMs / 1000), held: heldSinceMs !== undefined } }
      const room = await littleRoom(config)
      const since = forwarding.failingSinceMs()
      const statements = since !== undefined && { statements: { failingSeconds: Math.round((clock.nowMs() - since) / 1000) } }
      return { ok: true, value: { status: 'ok' as const, ...clockState, ...(room && { room }), ...statements } }
    } catch (error) {
      log.error({ event: 'database-not-writable', err: error }, 'the database accepts no write')
      return refuse('CANNOT_SAVE', 'The server can not save an answer now.')
    }
  })
