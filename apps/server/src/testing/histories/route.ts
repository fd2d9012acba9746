/** Options that stand at questions, and those that count for their marks, which are handed in where that was done; by id. */
export interface Options {
  readonly standing: ReadonlyMap<string, string>
  readonly isRight: (questionId: string) => boolean
}

const ofPart = (prefix: string, part: number, question: number) => `${prefix}-p${part}-q${question}`

/**
 * What the parts of an exam hang on, as its package says it: the second is asked of who chose `a` first of all, the third of who hasn't both
 * questions of the first right, and nothing more of who chose `b` in the second.
 */
export const rulesOfRoute = (prefix: string, part: number): object => {
  const of = (at: number, question: number) => ofPart(prefix, at, question)
  if (part === 1)
    return {
      askedIf: [{ on: 'option', question: of(0, 0), option: 'a' }],
      leadsTo: [{ to: 'end', if: { on: 'option', question: of(1, 0), option: 'b' } }],
    }
  if (part !== 2) return {}
  return { askedIf: [{ on: 'not', rule: { on: 'marks', questions: [of(0, 0), of(0, 1)], least: 2 } }] }
}

/** The same, worked out by hand: which of three parts are asked. What was decided stands. */
export const partsAsked = (
  prefix: string,
  { standing, isRight }: Options,
  decided: ReadonlyMap<string, boolean>,
): ReadonlyMap<string, boolean> => {
  const [first, second, third] = [0, 1, 2].map((part) => `${prefix}-p${part}`) as [string, string, string]
  const isSecond = decided.get(second) ?? standing.get(ofPart(prefix, 0, 0)) === 'a'
  const isEnded = isSecond && standing.get(ofPart(prefix, 1, 0)) === 'b'
  const isWhole = isRight(ofPart(prefix, 0, 0)) && isRight(ofPart(prefix, 0, 1))
  const isThird = decided.get(third) ?? !(isEnded || isWhole)
  return new Map([
    [first, true],
    [second, isSecond],
    [third, isThird],
  ])
}
