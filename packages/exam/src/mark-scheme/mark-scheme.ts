/** What a marker may choose for a criterion. */
export interface MarkLevel {
  readonly marks: number
  /** Plain text. */
  readonly description: string
}

/** What a person looks for in a response, and what it is worth. */
export interface MarkCriterion {
  /** Stays the same in later versions of the scheme, so that their points can be compared. */
  readonly id: string
  /** Plain text. */
  readonly title: string
  /** Plain text. */
  readonly description?: string | undefined
  /** 0 if it is missing; below 0 if the criterion takes marks away. */
  readonly minMarks?: number | undefined
  readonly maxMarks: number
  /** If there are any, the points are those of one of them. Otherwise they are any number between the least and the most. */
  readonly levels?: readonly MarkLevel[] | undefined
}

/**
 * How a person marks a response. Marks have at most nine decimals. Without criteria it is guidance alone, and its marker gives one number
 * from 0 to the marks of the question.
 */
export interface MarkScheme {
  readonly criteria: readonly MarkCriterion[]
  /** The least total; 0 if it is missing. */
  readonly floor?: number | undefined
  /** The greatest total; what the criteria come to if it is missing. */
  readonly ceiling?: number | undefined
  /** HTML. */
  readonly guidance?: string | undefined
}
