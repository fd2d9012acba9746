import type * as kinds from '@sitwell/request-queue/request-kind'
import * as queue from '@sitwell/request-queue/request-queue'
import type { RecordChange } from '../../storage/exam-store.ts'
import type { RequestRecord } from '../../storage/records.ts'

export type RequestQueue = queue.RequestQueue<RequestRecord, RecordChange>
export type QueueEvent = queue.QueueEvent<RequestRecord>
export type RequestDraft = kinds.RequestDraft<RequestRecord>
export type Resend = kinds.Resend<RequestRecord>
export type ExamKind = kinds.RequestKind<RequestRecord, RecordChange>
export type ExamQueueParts = Omit<queue.QueueParts<RequestRecord, RecordChange>, 'laneOf' | 'compose'>

/** The queue of a learner's requests. The requests of one form run are a lane, which its completion closes. */
export const createExamQueue = (parts: ExamQueueParts): RequestQueue =>
  queue.createRequestQueue({
    ...parts,
    laneOf: ({ formRunGuid }) => formRunGuid,
    compose: (draft, fields) => ({ format: 1, ...draft, ...fields }),
  })
