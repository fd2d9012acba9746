import { officeQuestionTimes } from '@sitwell/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import type { StatisticsPlace } from './responses-list.tsx'

/** How long pages showed each question. It is read beside the statistics, which don't wait for it. */
export const useTimes = (place: StatisticsPlace) => {
  const { api } = useOffice()
  const { data, isError, refetch } = useQuery(officeQuery(api, officeQuestionTimes, { query: place }))
  const times = useMemo(() => data && new Map(data.questions.map((one) => [one.id, one])), [data])
  return { times, notReported: data?.notReported, isError, again: () => void refetch() }
}
