/** How much of a question is answered. */
export type Answered = 'not' | 'partly' | 'fully'

/** The parts of a question that ask for something, and how many of them have something. */
export interface AnsweredParts {
  readonly given: number
  readonly wanted: number
  /** One of the parts is a file that was not uploaded. */
  readonly lacksFile?: boolean
}

/** Adds up the parts of a question of several fields. */
export const sumOfParts = (parts: readonly AnsweredParts[]): AnsweredParts => ({
  given: parts.reduce((sum, { given }) => sum + given, 0),
  wanted: parts.reduce((sum, { wanted }) => sum + wanted, 0),
  lacksFile: parts.some(({ lacksFile }) => lacksFile === true),
})

/** The parts that have something, of one entry each. */
export const partsOf = (each: readonly boolean[]): AnsweredParts => ({
  given: each.filter(Boolean).length,
  wanted: each.length,
})

/** The one rule for all question types: nothing is not answered, all parts are answered, and anything between is partly answered. */
export const answeredOf = ({ given, wanted }: AnsweredParts): Answered => {
  if (given <= 0) return 'not'
  return given < wanted ? 'partly' : 'fully'
}
