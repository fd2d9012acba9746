/** An answer as it is compared: what a save carries of it. */
export interface ComparedAnswer {
  readonly answer: {
    readonly answerText: string
    readonly options?: readonly { readonly optionID: string; readonly optionText: string }[] | undefined
    readonly otherText?: string | undefined
  }
  readonly workings: string
  readonly bookmarked: boolean
}

/** One line of the digest of a form run: the save that is at a question, and what is in it. */
export interface DigestLine {
  readonly questionId: string
  readonly sequence: number
  /** {@link contentHash} */
  readonly hash: string
}

/** Two rounds of a multiplicative hash, 53 bits together. */
const hash53 = (text: string): number => {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return 4294967296 * (2097151 & low) + (high >>> 0)
}

/** PostgreSQL keeps no NUL in a text, and no half of a pair of signs. */
const asStored = (text: string) => new TextDecoder().decode(new TextEncoder().encode(text.replaceAll('\0', '')))

/**
 * What an answer holds, in a few signs: the same in the browser and on the server. It tells two of one learner's own answers apart, and
 * protects from nobody: whoever lies about their own is sent their own again. So it needs no cryptography, which a page over plain
 * http hasn't.
 */
export const contentHash = ({ answer, workings, bookmarked }: ComparedAnswer): string => {
  const { answerText, options = [], otherText } = answer
  const pairs = options.map(({ optionID, optionText }) => [optionID, optionText])
  return hash53(JSON.stringify([answerText, pairs, otherText ?? null, asStored(workings), bookmarked])).toString(36)
}

const isSame = (one: DigestLine, other: DigestLine) => one.sequence === other.sequence && one.hash === other.hash

/**
 * What the server lacks of what a page holds: of each question the save that the page knows has to stand on the server or be outdone by a
 * newer one, or be in its history, where it may not count for other reasons. `standing` is by question.
 */
export const lackingOf = (
  held: readonly DigestLine[],
  standing: ReadonlyMap<string, DigestLine>,
  history: readonly DigestLine[],
): DigestLine[] =>
  held.filter((line) => {
    const there = standing.get(line.questionId)
    if (there && (there.sequence > line.sequence || isSame(there, line))) return false
    return !history.some((one) => one.questionId === line.questionId && isSame(one, line))
  })
