import { droppedAhead, type RequestLogStore } from '../../storage/request-log.ts'

/** Room that an exam should find, in bytes: answers, their requests and the log of a long one. */
export const wantedRoomBytes = 10_000_000
/** How often entries are dropped for it, at most (spec 3 §7). */
const mostTries = 100

/** Makes room ahead of an exam: entries of the local request log go, the oldest first, until there is enough or none is left. */
export const makeRoomAhead = async (
  log: Pick<RequestLogStore, 'drop'>,
  estimate: () => Promise<StorageEstimate> | undefined,
): Promise<void> => {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const { quota, usage = 0 } = (await estimate()) ?? {}
    // A browser that doesn't tell has room as far as anybody knows.
    if (quota === undefined || quota - usage >= wantedRoomBytes) return
    if ((await log.drop(droppedAhead)) === 0) return
  }
}
