import { finishesIn } from './queue/finishes-in.ts'
import type { SyncedPlayer } from './start-sync-of-page.ts'
import { syncOfPlayer } from './sync-of-player.ts'

/** Whether an exam was finished in this browser whose completion the server doesn't have yet. */
export const isFinishOnItsWay = async (player: SyncedPlayer): Promise<boolean> => {
  const { queue } = await syncOfPlayer(player)
  return finishesIn(queue).size > 0
}
