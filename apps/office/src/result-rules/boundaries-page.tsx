import { ResultsFrame } from '../results/results-frame.tsx'
import type { ResultsPageProps } from '../results/results-path.ts'
import { BoundariesPart } from './boundaries.tsx'

/** The grade boundaries of a delivery. */
const BoundariesPage = (page: ResultsPageProps) => (
  <ResultsFrame {...page} tab="boundaries">
    {() => <BoundariesPart deliveryID={page.deliveryID} />}
  </ResultsFrame>
)

export default BoundariesPage
