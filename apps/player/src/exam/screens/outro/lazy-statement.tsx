import { lazy, Suspense } from 'react'
import type { OutroFacts } from '../../session/run/outro-facts.ts'
import type { ExamResult } from './exam-result.ts'

/** Whatever keeps it from loading, the result itself is there. */
const StatementFile = lazy(() => import('./statement-file.tsx').catch(() => ({ default: () => null })))

/** The way to a statement of a result that is told. A practice exam has none. */
export const LazyStatement = ({ facts, result }: { readonly facts: OutroFacts; readonly result: ExamResult | undefined }) => {
  if (!result || result.resultStillBeingProcessed || facts.practice) return null
  return (
    <Suspense fallback={null}>
      <StatementFile facts={facts} />
    </Suspense>
  )
}
