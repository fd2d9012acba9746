import type { RecordFormat } from '@sitwell/storage/record-format'
import * as z from 'zod/mini'
import type { Delivery, RefusalMeaning, RequestKinds } from '../request-kind.ts'

/** A request of an app that was made up for tests: words for a street, or the end of a street's round. */
const letterSchema = z.object({
  format: z.literal(1),
  id: z.string(),
  order: z.number(),
  userGuid: z.string(),
  failed: z.boolean(),
  type: z.enum(['letter', 'end']),
  street: z.string(),
  number: z.number(),
  words: z.string(),
  /** Of an end: the numbers of the letters that it depends on. */
  numbers: z.array(z.number()),
})
export type Letter = z.infer<typeof letterSchema>

export const letterFormat: RecordFormat<Letter> = { format: 1, schema: letterSchema, upgrades: {} }

/** What happens to one attempt. `taken, reply lost`: it is stored there, and the sender never learns. */
export type Fate = 'taken' | 'taken, reply lost' | 'unreachable' | 'busy' | 'broken' | 'unknown street'

const meanings: Readonly<Record<string, RefusalMeaning>> = {
  BUSY: 'later',
  BROKEN: 'doubted',
  MISSING: 'missing',
  OTHER_SESSION: 'other-session',
}

/** What happened to one attempt at the office. */
export interface Attempt {
  readonly id: string
  readonly content: string
  readonly fate: Fate
}

/** The server of that app: it takes each letter once, and ends a round that has all its letters. */
export const createPostOffice = (fates: Fate[] = []) => {
  /** In the order in which they came first, by their ids. */
  const taken = new Map<string, Letter>()
  const refused = new Set<string>()
  const attempts: Attempt[] = []
  const contentOf = ({ street, number, words, type }: Letter) => JSON.stringify([type, street, number, words])

  const missingOf = ({ street, numbers }: Letter) => {
    const there = new Set([...taken.values()].filter((one) => one.street === street).map(({ number }) => number))
    return numbers.filter((number) => !there.has(number))
  }
  /** Why it is refused for good or for now, unless it was taken before: then a repeat is answered as it was the first time. */
  const refusalOf = (letter: Letter, fate: Fate): Delivery | undefined => {
    if (taken.has(letter.id)) return undefined
    if (fate === 'unknown street') refused.add(letter.id)
    if (refused.has(letter.id)) return { kind: 'refused', code: 'UNKNOWN_STREET', missing: [] }
    const missing = missingOf(letter)
    return missing.length > 0 ? { kind: 'refused', code: 'MISSING', missing } : undefined
  }
  const answer = (letter: Letter, fate: Fate): Delivery => {
    if (fate === 'unreachable') return { kind: 'unreachable' }
    if (fate === 'busy' || fate === 'broken') return { kind: 'refused', code: fate.toUpperCase(), missing: [] }
    const refusal = refusalOf(letter, fate)
    if (refusal) return refusal
    if (!taken.has(letter.id)) taken.set(letter.id, letter)
    return fate === 'taken' ? { kind: 'acknowledged', reply: { number: letter.number } } : { kind: 'unreachable' }
  }

  return {
    taken: () => [...taken.values()],
    refused: () => refused,
    attempts: () => attempts,
    /** Its database is set back to before this letter. */
    lose: (id: string) => void taken.delete(id),
    /** From now on all goes well. */
    recover: () => void fates.splice(0),
    async deliver(letter: Letter): Promise<Delivery> {
      const fate = fates.shift() ?? 'taken'
      attempts.push({ id: letter.id, content: contentOf(letter), fate })
      return answer(letter, fate)
    },
  }
}

/** The kinds of that app. `lettersOf`: all that were ever written for a street, as the app keeps them. */
export const letterKinds = (
  deliver: (letter: Letter) => Promise<Delivery>,
  lettersOf: (street: string) => readonly Letter[],
): RequestKinds<Letter, never> => {
  const kind = { deliver, meaningOf: (code: string) => meanings[code] ?? 'final' }
  return {
    letter: kind,
    end: {
      ...kind,
      closing: {
        resend: async (request, missing) => ({
          first: lettersOf(request.street).filter(({ number }) => missing.includes(number)),
          request,
        }),
        numberOf: ({ number }) => number,
        without: (request, hopeless) => ({ ...request, numbers: request.numbers.filter((number) => !hopeless.has(number)) }),
      },
    },
  }
}
