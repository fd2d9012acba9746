import { lazy, Suspense } from 'react'
import type { OutroFacts } from '../../session/run/outro-facts.ts'
import styles from './assessment-complete.module.css'
import type { ExamResult } from './exam-result.ts'

/** Whatever keeps it from loading, the result itself is there. */
const StatementFile = lazy(() => import('./statement-file.tsx').catch(() => ({ default: () => null })))

/** The way to a statement of a result that is told. A practice exam has none. */
export const LazyStatement = ({ facts, result }: { readonly facts: OutroFacts; readonly result: ExamResult | undefined }) => {
  if (!result || result.resultStillBeingProcessed || facts.practice) return null
  return (
    // Its room is there before it is, so that nothing below it moves when it comes.
    <div className={styles.statementRoom}>
      <Suspense fallback={null}>
        <StatementFile facts={facts} />
      </Suspense>
    </div>
  )
}
