import { type RequestRecord, requestTypes } from '../../storage/records.ts'

/** The form runs, by guid, whose completion is on its way to the server. */
export const finishesIn = (queue: { waiting(): readonly RequestRecord[] }): ReadonlySet<string> =>
  new Set(queue.waiting().flatMap(({ type, formRunGuid }) => (type === requestTypes.finishExam ? [formRunGuid] : [])))
