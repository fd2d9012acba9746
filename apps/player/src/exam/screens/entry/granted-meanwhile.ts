import type { Player } from '../../../context/player.ts'
import { syncOfPlayer } from '../../../sync/sync-of-player.ts'
import { reloadDelayMs } from '../../session/extension/reload-delay.ts'
import type { ResumeOffer } from './entry-steps.ts'

/** The least time, in milliseconds, that a learner gets to read a grant while their time stands still. */
const readingMs = 20_000

/** Stores that a form run was extended; returns whether this browser was waiting for the answer. */
export const keepExtended = async (player: Player, formRunGuid: string): Promise<boolean> => {
  const { store } = await syncOfPlayer(player)
  const record = await store.formRun(player.session.user.guid, formRunGuid)
  if (record === undefined || (record.extended && !record.awaitingExtension)) return false
  await store.save([{ formRun: { ...record, awaitingExtension: false, extended: true } }])
  return record.awaitingExtension
}

/**
 * Whether an extension was granted while the page that waited for it was away. If so, the exam goes through `/reload/{examGuid}` first
 * (decisions, before the exam), while its time stands still. Returns false if the time would run before the learner could read the grant.
 */
export const wasGrantedMeanwhile = async (player: Player, offer: ResumeOffer | undefined): Promise<boolean> => {
  if (offer?.extension === undefined) return false
  const { formRunGuid, seconds = 0 } = offer
  return seconds * 1000 >= reloadDelayMs + readingMs && (await keepExtended(player, formRunGuid))
}
