import { policiesOf } from './organisation-policies.ts'

/** What decides whether the text of a question may be printed. */
export interface Printing {
  readonly organisationId: number
  /** What the exam or its organisation says; undefined if neither says anything. */
  readonly printQuestions: boolean | undefined
  /** Whether there is something to read, and nothing to answer. */
  readonly isToRead: boolean
}

/**
 * Whether a learner may print a question: where the exam or its organisation lets them. Static text is printed in single
 * organisations alone, which need no setting for it; an exam that forbids printing forbids it there too.
 */
export const mayPrint = ({ organisationId, printQuestions, isToRead }: Printing): boolean => {
  if (isToRead) return policiesOf(organisationId).printsStaticText && printQuestions !== false
  return printQuestions === true
}
