import type { Keys } from '../keys.ts'
import type { Generation } from './generation.ts'

/** What a browser says that it has heard of its form run. */
interface HeardCount {
  readonly heard?: number | undefined
  readonly heardSeal?: string | undefined
}

interface Place {
  readonly orgId: number
  readonly formRunGuid: string
}

/** Hexadecimal signs: 128 bits. */
const sealLength = 32

/**
 * Browsers as witnesses of the database: each count of a form run's saves goes out under the server's seal, moves with each of its
 * commits, and comes back with the next request. What counts less by then was set back, also if nothing on the server remembers it.
 * Nobody can make such a count up.
 */
export const createPageWitness = ({ keys, generation }: { readonly generation: Generation; readonly keys: Keys }) => {
  const sealBy = (one: Pick<Keys, 'fingerprint'>, { orgId, formRunGuid }: Place, saves: number) =>
    one.fingerprint('saves', `${orgId}/${formRunGuid}/${generation.current()}/${saves}`).slice(0, sealLength)
  return {
    sealOf: (place: Place, saves: number) => sealBy(keys, place, saves),
    /** Holds what is counted now against what the browser had heard; `isMore`: its own save has been counted since. */
    hear(place: Place, { heard, heardSeal }: HeardCount, counted: number, { isMore }: { readonly isMore: boolean }): void {
      if (heard === undefined || heardSeal === undefined || counted > heard || (counted === heard && !isMore)) return
      if (keys.accepted.some((one) => heardSeal === sealBy(one, place, heard))) generation.lost()
    },
  }
}
