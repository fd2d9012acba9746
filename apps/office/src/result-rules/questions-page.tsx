import { ResultsFrame } from '../results/results-frame.tsx'
import type { ResultsPageProps } from '../results/results-path.ts'
import { QuestionsPart } from './questions.tsx'

/** The questions of a delivery, and what was decided about them. */
const QuestionsPage = (page: ResultsPageProps) => (
  <ResultsFrame {...page} tab="questions">
    {({ examGuid }) => <QuestionsPart {...page} examGuid={examGuid} />}
  </ResultsFrame>
)

export default QuestionsPage
