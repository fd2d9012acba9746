import type { Change, KeyValueStore } from '@sitwell/storage/key-value-store'
import { type RecordFormat, readRecord } from '@sitwell/storage/record-format'
import { type Aside, type AsidePlace, asidePlace, listAside, putAside, readAll } from '@sitwell/storage/set-aside'
import type { QueuedRequest } from './request-kind.ts'

/** The place of the requests, which every app has that queues any. */
const place = 'requests'
type RequestPlace = typeof place | AsidePlace

/** A change of what is stored of requests. `sent` removes one: the server has it, or it is set aside with the same write. */
export type RequestChange<R> = { readonly request: R } | { readonly sent: R } | { readonly setAside: Aside<typeof place> }

/** What the queue needs of the app's store. All changes of one `save` are stored together or not at all. */
export interface QueueStore<R extends QueuedRequest, C> {
  /** In the order in which they are to be sent. */
  requestsOf(userGuid: string): Promise<R[]>
  /** The ids of this user's requests that the server has refused for good. */
  refusedOf(userGuid: string): Promise<string[]>
  /** Removes what was set aside of a request that the server has acknowledged since. */
  dropAside(request: R): Promise<void>
  save(changes: readonly (RequestChange<R> | C)[]): Promise<void>
}

/** The requests of a store, from which an app builds its `QueueStore`. */
export interface RequestStore<R extends QueuedRequest> extends Omit<QueueStore<R, never>, 'save'> {
  /** Takes requests that were set aside for one of these reasons back, to be sent again. */
  takeBack(userGuid: string, reasons: readonly string[], isMeant?: (request: R) => boolean): Promise<void>
  toChange(change: RequestChange<R>): Change<RequestPlace>
}

const orderDigits = 16

/** The key of a request: those of one user sort by their order. */
export const requestKey = ({ userGuid, order, id }: QueuedRequest): string =>
  `${userGuid}/${String(order).padStart(orderDigits, '0')}/${id}`

/** Requests of one format over a store. `nowMs` dates what is set aside, in milliseconds since 1970. */
export const createRequestStore = <R extends QueuedRequest>(
  store: KeyValueStore<RequestPlace>,
  format: RecordFormat<R>,
  nowMs: () => number,
): RequestStore<R> => {
  const aside = async (userGuid: string) =>
    (await listAside(store)).flatMap(({ key, record }) => {
      if (record.from !== place) return []
      const request = readRecord(format, record.value)
      return request.ok && request.record.userGuid === userGuid ? [{ key, reason: record.reason, request: request.record }] : []
    })

  return {
    requestsOf: async (userGuid) => (await readAll(store, place, format, `${userGuid}/`, nowMs)).map(({ record }) => record),
    refusedOf: async (userGuid) => (await aside(userGuid)).map(({ request }) => request.id),
    async dropAside({ userGuid, id }) {
      const gone = (await aside(userGuid)).filter(({ request }) => request.id === id)
      if (gone.length > 0) await store.write(gone.map(({ key }) => ({ remove: asidePlace, key })))
    },
    async takeBack(userGuid, reasons, isMeant = () => true) {
      const back = (await aside(userGuid)).filter(({ reason, request }) => reasons.includes(reason) && isMeant(request))
      if (back.length === 0) return
      await store.write(
        back.flatMap(({ key, request }): Change<RequestPlace>[] => [
          { put: place, key: requestKey(request), value: request },
          { remove: asidePlace, key },
        ]),
      )
    },
    toChange(change) {
      if ('setAside' in change) return putAside(change.setAside, nowMs())
      return 'request' in change
        ? { put: place, key: requestKey(change.request), value: change.request }
        : { remove: place, key: requestKey(change.sent) }
    },
  }
}
