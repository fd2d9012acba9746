import { rememberedOutro } from '../exam/session/run/remembered-outro.ts'
import { clearSent } from '../sync/clear-sent.ts'
import type { PageSync } from '../sync/start-sync-of-page.ts'
import type { PlayerApp } from './create-player.ts'
import { forgetStored } from './stored-session.ts'

/**
 * When the session ends, whichever way, everything goes from this browser that the server has: the paper, the answers, and what was kept
 * to continue with them. Answers stay if the server refused the session: it may be an older one than what it acknowledged.
 */
export const clearAtEnd = (player: PlayerApp, sync: Pick<PageSync, 'signOff'>): void =>
  player.onEnd(async (isRefused) => {
    const left = sync.signOff(clearSent, isRefused)
    rememberedOutro.clear()
    await Promise.all([left, forgetStored(player)])
  })
