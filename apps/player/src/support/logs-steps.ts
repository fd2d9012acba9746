import type { Delivery } from '@sitwell/request-queue/request-kind'
import type { OpenedStore } from '../storage/open-exam-store.ts'
import { type RequestRecord, requestTypes } from '../storage/records.ts'
import { bytesOfUpload, createUploadStore } from '../storage/upload-store.ts'
import { type HandInParts, makeHandIn } from '../sync/only-here/hand-in.ts'
import { handInAsFile } from '../sync/only-here/hand-in-as-file.ts'
import { logsOf } from './activity-logs.ts'
import type { LogsSteps } from './logs.machine.ts'
import { exportOf } from './logs-export.ts'
import { runsOnlyHere } from './only-here.ts'
import { asideOf } from './set-aside.ts'

/** The most activities that the server takes in one call. */
export const mostActivities = 5000

/** Reads, sends and deletes the logs of one organisation in this browser. */
export const createLogsSteps = (parts: {
  readonly orgId: number
  open(): Promise<Pick<OpenedStore, 'store' | 'requestLog' | 'lastingPlaces' | 'lasting'>>
  deliver(request: RequestRecord): Promise<Delivery>
  newId(): string
  nowMs(): number
  saveFile(name: string, content: Blob): void
  readonly sealer: HandInParts['sealer']
  onError(error: unknown): void
}): LogsSteps => {
  let opened: Pick<OpenedStore, 'store' | 'requestLog' | 'lastingPlaces'> | undefined
  const open = () => {
    if (opened === undefined) throw new Error('The store of this browser is not open')
    return opened
  }
  const store = () => open().store
  const { nowMs, onError } = parts
  const deliver = async (request: RequestRecord) => {
    const delivery = await parts.deliver(request)
    if (delivery.kind !== 'acknowledged') throw new Error(`The log was not taken: ${delivery.kind}`)
  }
  return {
    async isReady() {
      if (opened !== undefined) return true
      const found = await parts.open()
      if (found.lasting) opened = found
      return found.lasting
    },
    read: async () => logsOf(await store().storedActivities(), parts.orgId),
    async readAside() {
      const { formRuns } = await store().storedActivities()
      return asideOf(await store().setAside(), formRuns, parts.orgId)
    },
    async exportAll() {
      const stored = await store().storedActivities()
      const all = { kept: stored, setAside: await store().setAside(), calls: await open().requestLog.list() }
      const at = new Date(parts.nowMs()).toISOString()
      const file = exportOf(all, parts.orgId, at)
      const content = new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' })
      parts.saveFile(`sitwell-device-${at.replaceAll(/[:.]/g, '-')}.json`, content)
    },
    async readOnlyHere() {
      const { formRuns } = await store().storedActivities()
      return runsOnlyHere(store(), formRuns, parts.orgId)
    },
    async saveHandIn({ run: { formRunGuid, userGuid } }, about) {
      const uploads = createUploadStore({ places: open().lastingPlaces, nowMs, estimate: () => undefined, onError })
      const files = (await uploads.recordsOf(userGuid)).filter(({ kind, acknowledged }) => kind === 'upload' && !acknowledged)
      const { orgId, newId, sealer } = parts
      const nowIso = () => new Date(nowMs()).toISOString()
      const filesOf = (of: string) => files.filter((file) => file.formRunGuid === of)
      const making = { store: store(), userGuid, orgId, learnerName: '', filesOf, nowIso, newId, sealer }
      const file = await makeHandIn(making, { formRunGuid, about })
      if (!file) throw new Error(`The browser has no answers of the form run ${formRunGuid}`)
      parts.saveFile(...handInAsFile(file))
    },
    async saveAside({ holds, record }) {
      const bytes = await bytesOfUpload(open().lastingPlaces, record.value)
      if (!bytes) throw new Error(`The browser has no bytes of the file ${record.key}`)
      parts.saveFile(holds, bytes)
    },
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
