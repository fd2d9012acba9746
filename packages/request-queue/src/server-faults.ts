/** How often a request has to fail, others succeeding meanwhile, before it is the request that is wrong. */
const mostFaults = 5
/** How often something on the way may refuse a request, in every form, while one that closes its lane waits for it. */
const mostBlocked = 2
/** How often a closing request may be answered with requests that are missing; after that it no longer waits for them. */
const mostMissing = 3

/**
 * Tells a server that fails at everything from a request that it can't take. A request that it fails at is passed over until the
 * next flush, and comes after all others from then on, so that those behind it continue; only where those succeed, time and again, is
 * it the request's own fault.
 */
export const createServerFaults = () => {
  /** After how many of its failures the server did another request right. */
  const faults = new Map<string, number>()
  /** How often in a row no answer came to each. */
  const silences = new Map<string, number>()
  /** What failed since the server last did something right. */
  const suspects = new Set<string>()
  /** What isn't tried again before the next flush. */
  const passedOver = new Set<string>()
  const missing = new Map<string, number>()
  /** How often something on the way refused each, in every form. */
  const blocked = new Map<string, number>()

  /** The server did something right: what it failed at before that is to blame itself. */
  const noteHealth = () => {
    for (const id of suspects) faults.set(id, (faults.get(id) ?? 0) + 1)
    suspects.clear()
  }

  return {
    noteHealth,
    acknowledged(id: string) {
      for (const known of [faults, silences, blocked]) known.delete(id)
      suspects.delete(id)
      noteHealth()
    },
    /** No answer is the network's fault, until it is always the same request that gets none. */
    isSilentTooOften(id: string) {
      silences.set(id, (silences.get(id) ?? 0) + 1)
      return (silences.get(id) ?? 0) > mostFaults
    },
    isItsOwnFault: (id: string) => (faults.get(id) ?? 0) >= mostFaults,
    /** False where another failed before it in this pass, and none succeeded since: then the server is ill, and the next helps nobody. */
    passOver(id: string) {
      const isSecond = [...passedOver].some((other) => suspects.has(other))
      suspects.add(id)
      passedOver.add(id)
      return !isSecond
    },
    noteBlocked: (id: string) => void blocked.set(id, (blocked.get(id) ?? 0) + 1),
    isBlocked: (id: string) => blocked.has(id),
    /** More than once: it isn't something that stood in the way for a moment. */
    isBlockedForGood: (id: string) => (blocked.get(id) ?? 0) >= mostBlocked,
    /** Tried again before the next flush. */
    tryAgain: (id: string) => void passedOver.delete(id),
    /** Not tried again before the next flush, and nobody's fault. */
    letWait: (id: string) => void passedOver.add(id),
    isPassedOver: (id: string) => passedOver.has(id),
    isDoubtful: (id: string) => faults.has(id) || suspects.has(id),
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
