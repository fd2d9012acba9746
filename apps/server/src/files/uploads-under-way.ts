import { refuse } from '../http/refusal.ts'

/** Uploads of one person that this server takes in at once; the player sends one after the other. */
export const mostAtOnce = 3

/** Seconds after which an upload may be tried again that came beside too many of the same person. */
const retryAfterSeconds = 10

export const tooManyAtOnce = () =>
  refuse('TOO_MANY_REQUESTS', 'This person has the most uploads that may be under way.', { retryAfterSeconds })

/** Counts the uploads that are under way, by person, so that nobody fills the disk by sending many at once. */
export interface UploadsUnderWay {
  /** Does the work; undefined, and nothing is done, where the person has as many under way as may be. */
  within<T>(person: string, work: () => Promise<T>): Promise<T | undefined>
}

export const createUploadsUnderWay = (): UploadsUnderWay => {
  const counts = new Map<string, number>()
  return {
    within: async (person, work) => {
      const before = counts.get(person) ?? 0
      if (before >= mostAtOnce) return undefined
      counts.set(person, before + 1)
      try {
        return await work()
      } finally {
        const left = (counts.get(person) ?? 0) - 1
        if (left > 0) counts.set(person, left)
        else counts.delete(person)
      }
    },
  }
}
