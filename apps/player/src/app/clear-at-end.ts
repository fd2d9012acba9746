import { rememberedOutro } from '../exam/session/run/remembered-outro.ts'
import { clearSent } from '../sync/clear-sent.ts'
import type { PageSync } from '../sync/start-sync-of-page.ts'
import type { PlayerApp } from './create-player.ts'
import { forgetStored } from './stored-session.ts'

/**
 * When the session ends, whichever way, everything goes from this browser that the server has: the paper, the answers, and what was kept
 * to go on with them.
 */
export const clearAtEnd = (player: PlayerApp, sync: Pick<PageSync, 'signOff'>): void =>
  player.onEnd(async () => {
    const left = sync.signOff(clearSent)
    rememberedOutro.clear()
    await Promise.all([left, forgetStored(player)])
  })
