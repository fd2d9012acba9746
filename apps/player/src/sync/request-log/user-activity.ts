import type { LoggedCall } from '../../storage/request-log.ts'

/** The most requests of one user that a report takes along, and the most users: as many as the server takes. */
export const mostRequests = 500
const mostUsers = 100

/** Whose calls of which exam and time (ISO 8601) are meant; what isn't given is any. */
export interface ActivityQuery {
  readonly userGuid?: string | undefined
  readonly examGuid?: string | undefined
  readonly minDt?: string | undefined
  readonly maxDt?: string | undefined
}

const isMeant = ({ attempt, request }: LoggedCall, { userGuid, examGuid, minDt, maxDt }: ActivityQuery) =>
  (userGuid === undefined || request.userGuid === userGuid) &&
  (examGuid === undefined || request.examGuid === examGuid || request.examGuid === '') &&
  (minDt === undefined || attempt.timeStamp >= minDt) &&
  (maxDt === undefined || attempt.timeStamp <= maxDt)

/** The local request log as a bug report takes it along: user by user, of each the latest requests (spec 3 §3). */
export const userActivity = (calls: readonly LoggedCall[], query: ActivityQuery) => {
  const byUser = new Map<string, Record<string, unknown>[]>()
  for (const call of calls.filter((each) => isMeant(each, query))) {
    const { id, status, response, responseHeaders, timeStamp } = call.attempt
    const { format: _format, key: _key, ...mapping } = call.request
    const requests = byUser.get(mapping.userGuid) ?? []
    requests.push({ id, status, response, responseHeaders, timeStamp, mapping })
    byUser.set(mapping.userGuid, requests)
  }
  return [...byUser].slice(0, mostUsers).map(([userGuid, all]) => ({ userGuid, requests: all.slice(-mostRequests) }))
}
