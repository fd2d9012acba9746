import {
  type ComparedRow,
  officeCompareResults,
  officeDeliveryResultRows,
  officeDeliveryResults,
  officePreviewRelease,
  officeResults,
  officeToday,
  type ReleasePreview,
  type ResultRow,
  type ResultsRow,
} from '@sitwell/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { usePages } from '../calls/use-pages.ts'
import { useOffice } from '../office-context.tsx'
import { lookAgainMs, progressOf } from './look-again.ts'

const pageSize = 100

const deliveriesOf = ({ deliveries }: { readonly deliveries: readonly ResultsRow[] }) => deliveries
export const deliveryKey = ({ deliveryID }: ResultsRow) => deliveryID
const rowsOf = <Row>({ rows }: { readonly rows: readonly Row[] }) => rows
export const rowKey = <Row extends { readonly row: string }>({ row }: Row) => row

/** Drops what stands at its default, which no query names. */
const given = (wishes: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(wishes).filter(([, value]) => value.trim() !== ''))

/** The deliveries with how far their results are, page after page. `state`: of the newest set; empty: any. */
export const useResultsList = (wishes: { readonly search: string; readonly state: string }) => {
  const { api } = useOffice()
  return usePages(api, {
    call: officeResults,
    query: { ...given(wishes), limit: pageSize },
    rowsOf: deliveriesOf,
    keyOf: deliveryKey,
  })
}

/** All about the results of one delivery. While a release goes on or is due, it is read again and again; not while nobody looks at the page. */
export const useDeliveryResults = (deliveryID: string) => {
  const { api, nowMs } = useOffice()
  const moved = useRef<{ readonly progress: string; readonly atMs: number }>(undefined)
  return useQuery({
    ...officeQuery(api, officeDeliveryResults, { query: { deliveryID } }),
    refetchInterval: ({ state: { data } }) => {
      if (!data) return false
      const progress = progressOf(data.results)
      if (moved.current?.progress !== progress) moved.current = { progress, atMs: nowMs() }
      return lookAgainMs(data.results, { nowMs: nowMs(), unmovedMs: nowMs() - moved.current.atMs })
    },
    refetchIntervalInBackground: false,
  })
}

/** What a page of a person's results is asked for: see `officeDeliveryResultRows`. */
export interface RowWishes {
  readonly set: string
  readonly search: string
  readonly outcome: string
  readonly grade: string
  readonly only: string
  readonly sort: string
  readonly isDescending: boolean
}

/** The results of people, page after page. */
export const useResultRows = (deliveryID: string, { isDescending, ...wishes }: RowWishes) => {
  const { api } = useOffice()
  const query = { deliveryID, ...given(wishes), isDescending: String(isDescending), limit: pageSize }
  return usePages(api, { call: officeDeliveryResultRows, query, rowsOf: rowsOf<ResultRow>, keyOf: rowKey<ResultRow> })
}

/** Who differs between two sets, or a set and now, page after page. */
export const useComparedRows = (deliveryID: string, a: string, b: string, only: string) => {
  const { api } = useOffice()
  const query = { deliveryID, a, b, ...given({ only }), limit: pageSize }
  return usePages(api, { call: officeCompareResults, query, rowsOf: rowsOf<ComparedRow>, keyOf: rowKey<ComparedRow> })
}

export type ReleaseRow = ReleasePreview['rows'][number]

/** What a release of a set would do to whom, page after page. */
export const useReleaseRows = (deliveryID: string, set: number, only: string) => {
  const { api } = useOffice()
  const query = { deliveryID, set, ...given({ only }), limit: pageSize }
  return usePages(api, { call: officePreviewRelease, query, rowsOf: rowsOf<ReleaseRow>, keyOf: rowKey<ReleaseRow> })
}

/** Has every page that shows results read them anew. */
export const useReadResultsAgain = () => {
  const queries = useQueryClient()
  return () => {
    for (const { name } of [
      ...[officeResults, officeDeliveryResults, officeDeliveryResultRows],
      ...[officeCompareResults, officePreviewRelease, officeToday],
    ])
      void queries.invalidateQueries({ queryKey: [name] })
  }
}
