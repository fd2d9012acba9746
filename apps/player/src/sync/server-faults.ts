/** How often the server has to fail at a request, others succeeding meanwhile, before it is the request that is wrong. */
export const mostFaults = 5
/** How often a completion may be answered with saves that are missing; after that it no longer waits for them. */
const mostMissing = 3

/**
 * Tells a server that fails at everything from a request that it can't take. A request that it fails at is passed over until the
 * next flush, so that those behind it go on; only where those succeed, time and again, is it the request's own fault.
 */
export const createServerFaults = () => {
  /** In how many passes of the queue each failed while another request was acknowledged. */
  const faults = new Map<string, number>()
  const missing = new Map<string, number>()
  /** The requests that were passed over, and whether another was acknowledged since. */
  const passedOver = new Map<string, boolean>()

  return {
    acknowledged(id: string) {
      faults.delete(id)
      for (const [failed, isOvertaken] of passedOver) {
        if (!isOvertaken) faults.set(failed, (faults.get(failed) ?? 0) + 1)
        passedOver.set(failed, true)
      }
    },
    isItsOwnFault: (id: string) => (faults.get(id) ?? 0) >= mostFaults - 1,
    /** False where the one before it failed too: then the server is ill, and trying the next one helps nobody. */
    passOver(id: string) {
      if ([...passedOver.values()].includes(false)) return false
      passedOver.set(id, false)
      return true
    },
    isPassedOver: (id: string) => passedOver.has(id),
    isMissingTooOften(id: string) {
      missing.set(id, (missing.get(id) ?? 0) + 1)
      return (missing.get(id) ?? 0) > mostMissing
    },
    startAnew() {
      passedOver.clear()
      missing.clear()
    },
  }
}
