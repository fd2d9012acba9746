import type { Question } from '@sitwell/contract'
import type { ExplainedProps } from '@sitwell/ui/html-reading.tsx'
import { ExplainedAnswers } from './explained-answers.tsx'
import { ExplainedText } from './explained-text.tsx'

/** What is explained in a text that stands on the page, where it stands; without a text, what is explained in a question's answers. */
const Explained = ({ root, cleaned, question }: Partial<ExplainedProps> & { readonly question: Question }) =>
  root && cleaned !== undefined ? (
    <ExplainedText root={root} cleaned={cleaned} question={question} />
  ) : (
    <ExplainedAnswers question={question} />
  )

export default Explained
