/**
 * An invigilator's offer to continue after a pause, or their grant of an extension: for this many milliseconds more the time stands, unless the
 * learner takes it.
 */
export interface StandingOffer {
  /** Of the offer in the server's ledger. */
  readonly number: number
  readonly leftMs: number
  /** Seconds that were granted; undefined of an offer after a pause. */
  readonly extension?: number | undefined
  /** It is a rest break of the learner's own. */
  readonly rest?: boolean | undefined
}

/** The offer that holds the time of a sitting in this browser, and the one that its learner took last. */
export interface OfferKeeper {
  standing(): StandingOffer | undefined
  /** Number of the one that was taken last, or ran out; 0 if none did. The server may have yet to hear of it. */
  taken(): number
  /** What the server says; one that was taken here already is none any more. */
  meet(offer: StandingOffer | undefined): void
  take(): void
  /** Time goes by; answers by how many milliseconds that was beyond the offer's end. All of it if none stands. */
  pass(ms: number): number
}

export const createOfferKeeper = (stored: StandingOffer | undefined, storedTaken = 0): OfferKeeper => {
  let standing = stored
  let taken = storedTaken
  return {
    standing: () => standing,
    taken: () => taken,
    meet(offer) {
      standing = offer && offer.number > taken && offer.leftMs > 0 ? offer : undefined
    },
    take() {
      taken = standing?.number ?? taken
      standing = undefined
    },
    pass(ms) {
      if (!standing) return ms
      const beyondMs = ms - standing.leftMs
      // The exam continued by itself: what a server whose clock is a little behind still says of it holds nothing any more.
      if (beyondMs >= 0) taken = standing.number
      standing = beyondMs < 0 ? { ...standing, leftMs: -beyondMs } : undefined
      return Math.max(0, beyondMs)
    },
  }
}
