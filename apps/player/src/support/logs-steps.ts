import type { ExamStore } from '../storage/exam-store.ts'
import type { OpenedStore } from '../storage/open-exam-store.ts'
import { type RequestRecord, requestTypes } from '../storage/records.ts'
import type { Delivery } from '../sync/delivery.ts'
import { logsOf } from './activity-logs.ts'
import type { LogsSteps } from './logs.machine.ts'

/** The most activities that the server takes in one call. */
export const mostActivities = 5000

/** Reads, sends and deletes the logs of one organisation in this browser. */
export const createLogsSteps = (parts: {
  readonly orgId: number
  open(): Promise<Pick<OpenedStore, 'store' | 'lasting'>>
  deliver(request: RequestRecord): Promise<Delivery>
  newId(): string
}): LogsSteps => {
  let opened: ExamStore | undefined
  const store = () => {
    if (opened === undefined) throw new Error('The store of this browser is not open')
    return opened
  }
  const deliver = async (request: RequestRecord) => {
    const delivery = await parts.deliver(request)
    if (delivery.kind !== 'acknowledged') throw new Error(`The log was not taken: ${delivery.kind}`)
  }
  return {
    async isReady() {
      if (opened !== undefined) return true
      const found = await parts.open()
      if (found.lasting) opened = found.store
      return found.lasting
    },
    read: async () => logsOf(await store().keptActivities(), parts.orgId),
    async upload({ id: formRunGuid, userGuid, activities, requests }) {
      for (const request of requests) {
        await deliver(request)
        await store().save([{ sent: request }])
      }
      for (let from = 0; from < activities.length; from += mostActivities) {
        const some = activities.slice(from, from + mostActivities)
        await deliver({
          format: 1,
          id: parts.newId(),
          order: 0,
          type: requestTypes.saveActivityLog,
          payload: { formRunGuid, activities: some.map(({ id, type, value }) => ({ id, type, value })) },
          callbackId: 'log',
          userGuid,
          formRunGuid,
          failed: false,
        })
        await store().save(some.map((loggedActivity) => ({ loggedActivity })))
      }
    },
    // What was counted when the administrator was asked, and nothing that came since.
    remove: ({ activities, requests }) =>
      store().save([...activities.map((loggedActivity) => ({ loggedActivity })), ...requests.map((sent) => ({ sent }))]),
  }
}
