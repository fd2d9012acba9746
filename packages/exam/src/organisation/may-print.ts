import { policiesOf } from './organisation-policies.ts'

/** What decides whether the text of a question may be printed. */
export interface Printing {
  readonly organisationId: number
  /** What the exam or its organisation says; undefined where neither says anything. */
  readonly printQuestions: boolean | undefined
  /** Code of the question's type. */
  readonly type: string
}

const staticText = 'STATICTEXT'

/**
 * Whether a learner may print a question: where the exam or its organisation lets them. Static text is printed in single
 * organisations alone, which need no setting for it; an exam that forbids printing forbids it there too.
 */
export const mayPrint = ({ organisationId, printQuestions, type }: Printing): boolean => {
  if (type === staticText) return policiesOf(organisationId).printsStaticText && printQuestions !== false
  return printQuestions === true
}
