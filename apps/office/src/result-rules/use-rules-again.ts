import {
  officeExamStatistics,
  officeGivenAnswers,
  officePreviewResultRules,
  officeResultCurve,
  officeResultRules,
} from '@sitwell/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useReadResultsAgain } from '../results/use-results.ts'

/** Has the pages read anew what depends on the rules of a delivery. */
export const useRulesAgain = () => {
  const queries = useQueryClient()
  const readResultsAgain = useReadResultsAgain()
  return () => {
    readResultsAgain()
    for (const { name } of [
      officeResultRules,
      officeResultCurve,
      officePreviewResultRules,
      officeGivenAnswers,
      officeExamStatistics,
    ])
      void queries.invalidateQueries({ queryKey: [name] })
  }
}
