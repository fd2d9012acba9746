import { type Kysely, sql } from 'kysely'
import type { MarkingAllocationTable, Schema } from '../db/schema.ts'
import type { Queue } from './ids.ts'

/** What is marked together: a delivery, or an exam version that was sat without one (then `deliveryId` is empty). */
export type Together = Pick<Queue, 'deliveryId' | 'examGuid' | 'version'>

/** The version of an exam that was sat there, as it is stored. */
export const examOf = (orgId: number, { examGuid, version }: Pick<Together, 'examGuid' | 'version'>) => ({
  org_id: orgId,
  exam_guid: examGuid,
  version,
})

export const keyOfQuestion = ({ questionId, part }: Pick<Queue, 'part' | 'questionId'>): string =>
  JSON.stringify([questionId, part])

/** Who marks a question. Nobody named: whoever may mark there. */
export interface Allocation {
  /** Counts its changes; 0 if nobody has set anything. */
  readonly version: number
  readonly markers: readonly string[]
}

export const noAllocation: Allocation = { version: 0, markers: [] }

type Row = Pick<MarkingAllocationTable, 'changes' | 'part' | 'question_id'> & { readonly user_guid: string | null }

/** Allocations with a row for each marker; `only`: of one question alone. */
const selectWithMarkers = async (
  kysely: Kysely<Schema>,
  orgId: number,
  { examGuid, version, deliveryId }: Together,
  only?: Pick<Queue, 'part' | 'questionId'>,
): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select allocation.question_id, allocation.part, allocation.changes, marker.user_guid
    from marking_allocation as allocation
    left join marking_allocation_marker as marker on marker.org_id = allocation.org_id and marker.exam_guid = allocation.exam_guid
      and marker.version = allocation.version and marker.delivery_id = allocation.delivery_id
      and marker.question_id = allocation.question_id and marker.part = allocation.part
    where allocation.org_id = ${orgId} and allocation.exam_guid = ${examGuid} and allocation.version = ${version}
      and allocation.delivery_id = ${deliveryId}
      ${only ? sql`and allocation.question_id = ${only.questionId} and allocation.part = ${only.part}` : sql``}
    order by marker.user_guid`.execute(kysely)
  return rows
}

const allocationOf = (rows: readonly Row[]): Allocation => ({
  version: rows[0]?.changes ?? 0,
  markers: rows.flatMap(({ user_guid }) => user_guid ?? []),
})

/** The allocations of what is marked together, by question and part. */
export const selectAllocations = async (
  kysely: Kysely<Schema>,
  orgId: number,
  together: Together,
): Promise<ReadonlyMap<string, Allocation>> => {
  const rows = await selectWithMarkers(kysely, orgId, together)
  const byQuestion = Map.groupBy(rows, ({ question_id, part }) => keyOfQuestion({ questionId: question_id, part }))
  return new Map([...byQuestion].map(([key, own]) => [key, allocationOf(own)]))
}

/** The allocation of one queue. */
export const selectAllocation = async (kysely: Kysely<Schema>, orgId: number, queue: Queue): Promise<Allocation> =>
  allocationOf(await selectWithMarkers(kysely, orgId, queue, queue))

/** Whether a question is somebody's to mark: it is allocated to them, or to nobody. */
export const isFor = ({ markers }: Allocation, userGuid: string): boolean => markers.length === 0 || markers.includes(userGuid)
