import {
  officeMarkingNext,
  officeMarkingQueues,
  officeMarkingRelease,
  officeMarkingRenew,
  officeMarkingResponse,
  type QueueCounts,
} from '@sitwell/contract'
import { useOfficeTexts } from '@sitwell/office-ui/office-texts.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { officeQuery } from '../../calls/office-query.ts'
import { useOffice, useOfficeParts } from '../../office-context.tsx'
import type { MarkingDevice } from '../device/marking-device.ts'
import { createMarkingSession, type MarkingSession } from '../work/marking-session.ts'

/** Milliseconds that the server is waited for, if this device has responses to go on with. */
const keptForMs = 8000

/** The device of the person who marks; undefined until it is open. */
export const useMarkingDevice = (): MarkingDevice | undefined => {
  const { marking } = useOfficeParts()
  const { reportError } = useOffice()
  const [device, setDevice] = useState<MarkingDevice>()
  useEffect(() => {
    let isGone = false
    marking.open().then((opened) => {
      if (!isGone) setDevice(opened)
    }, reportError)
    return () => {
      isGone = true
    }
  }, [marking, reportError])
  return device
}

/** One way through a queue, as long as its page is open. `first`: the response to begin with, such as one of the history. */
export const useMarkingSession = (queueID: string, device: MarkingDevice | undefined): MarkingSession | undefined => {
  const office = useOffice()
  // Its calls are made anew with each language and session; the way through the queue stays the same.
  const latest = useRef(office)
  latest.current = office
  const [session, setSession] = useState<MarkingSession>()
  useEffect(() => {
    if (device === undefined) return
    const { nowMs, reportError } = latest.current
    const api: Pick<typeof office.api, 'call'> = { call: (...made) => latest.current.api.call(...made) }
    const made = createMarkingSession({
      ...{ queueID, device, nowMs, onError: reportError },
      calls: {
        next: (count, held, isKept) =>
          api.call(
            officeMarkingNext,
            { body: { queueID, count, held: [...held] } },
            isKept ? { attempts: 1, signal: AbortSignal.timeout(keptForMs) } : undefined,
          ),
        response: (responseID) => api.call(officeMarkingResponse, { query: { responseID } }),
        renew: (responses) => api.call(officeMarkingRenew, { body: { responses: [...responses] } }),
        // Their claims expire anyway, and the next page waits for this call.
        release: (responses) =>
          api.call(
            officeMarkingRelease,
            { body: { responses: [...responses] } },
            { attempts: 1, signal: AbortSignal.timeout(keptForMs) },
          ),
      },
    })
    setSession(made)
    made.read().catch(reportError)
    return () => made.close()
  }, [queueID, device])
  return session
}

const nothing = () => () => {}

/** The state of something that changes outside of React; undefined while there is none. */
export const useFollowed = <State>(
  source: { state(): State; subscribe(listener: () => void): () => void } | undefined,
): State | undefined => useSyncExternalStore(source?.subscribe ?? nothing, () => source?.state())

/** Counts of a queue with some more responses marked. */
const withMarked = (counts: QueueCounts, more: number): QueueCounts => ({
  ...counts,
  marked: Math.min(Math.max(counts.marked + more, 0), counts.total),
})

/**
 * The queue with its counts, read anew after some marks: counting takes the server longer than marking. `round`: another number has it counted
 * again. `moreMarked`: by how many the count has grown since the page was opened, as the server said of single marks; what of it came since the queue was counted is added.
 */
export const useQueue = (queueID: string, round: number, moreMarked = 0) => {
  const { api } = useOffice()
  const { timeZone } = useOfficeTexts()
  const queries = useQueryClient()
  const reading = useQuery(officeQuery(api, officeMarkingQueues, { query: { queueID, zone: timeZone } }))
  useEffect(() => {
    if (round > 0) void queries.invalidateQueries({ queryKey: [officeMarkingQueues.name] })
  }, [queries, round])
  const counted = useRef({ at: 0, moreMarked: 0 })
  if (counted.current.at !== reading.dataUpdatedAt) counted.current = { at: reading.dataUpdatedAt, moreMarked }
  const queue = reading.data?.queues.find((one) => one.queueID === queueID)
  return { ...reading, queue: queue && { ...queue, counts: withMarked(queue.counts, moreMarked - counted.current.moreMarked) } }
}
