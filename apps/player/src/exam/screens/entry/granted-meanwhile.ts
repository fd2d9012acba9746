import type { Player } from '../../../context/player.ts'
import { syncOfPlayer } from '../../../sync/sync-of-player.ts'
import { reloadDelayMs } from '../../session/extension/reload-delay.ts'
import type { ResumeOffer } from './entry-steps.ts'

/** Milliseconds that a learner has at least to read a grant while their time stands. */
const readingMs = 20_000

/** Keeps with the form run that it was extended; answers whether an answer had been waited for in this browser. */
export const keepExtended = async (player: Player, formRunGuid: string): Promise<boolean> => {
  const { store } = await syncOfPlayer(player)
  const record = await store.formRun(player.session.user.guid, formRunGuid)
  if (record) await store.save([{ formRun: { ...record, awaitingExtension: false, extended: true } }])
  return record?.awaitingExtension ?? false
}

/**
 * Whether an extension was granted while the page that waited for it was away: the exam is extended by its own page first (decisions, before
 * the exam), and its time stands meanwhile. Not if it would run before the learner could read the grant after that.
 */
export const wasGrantedMeanwhile = async (player: Player, offer: ResumeOffer | undefined): Promise<boolean> => {
  if (offer?.extension === undefined) return false
  const { formRunGuid, seconds = 0 } = offer
  return seconds * 1000 >= reloadDelayMs + readingMs && (await keepExtended(player, formRunGuid))
}
