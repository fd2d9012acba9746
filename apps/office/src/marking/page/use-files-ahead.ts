import { officeMarkingFile } from '@sitwell/contract'
import { useEffect, useRef } from 'react'
import { takingFile } from '../../library/sending/long-requests.ts'
import { useOffice, useOfficeParts } from '../../office-context.tsx'
import type { MarkingDevice } from '../device/marking-device.ts'
import { type FileOfItem, filesOf, largestAhead } from '../work/files-of.ts'
import type { SessionState } from '../work/marking-session.ts'
import { useMediaAddress } from './use-media-address.ts'

/** Loads the files of the responses that wait, one at a time, so that they are on this device before the network is gone. What doesn't come is tried again with the next response. */
export const useFilesAhead = (device: MarkingDevice, line: SessionState['line']): void => {
  const { api, reportError } = useOffice()
  const { fetchBy } = useOfficeParts()
  const mediaOf = useMediaAddress()
  const wanted = useRef<readonly FileOfItem[]>([])
  const isLoading = useRef(false)
  /** Names of files that came and were larger than is kept. */
  const tooLarge = useRef(new Set<string>())
  useEffect(() => {
    const files = device.files()
    const items = [...line.opened, ...line.ahead]
    // Before the first response has come, files of the page before it may be wanted yet.
    if (files === undefined || items.length === 0) return
    wanted.current = items.flatMap((item) => filesOf(item, mediaOf(item)))
    const load = async ({ from }: FileOfItem): Promise<Blob | undefined> => {
      if (from.kind === 'question') {
        const outcome = await api.fetchBlob(from.address, { attempts: 1 })
        return outcome.ok ? outcome.value : undefined
      }
      let bytes: Blob | undefined
      const send = takingFile(fetchBy, (blob) => {
        bytes = blob
      })
      const { responseID, file } = from
      await api.call(officeMarkingFile, { query: { responseID, file } }, { attempts: 1, send })
      return bytes
    }
    // A file of unknown size needs the room of the largest: a file that would not be kept isn't loaded again with each response.
    const isMissing = ({ name, bytes = largestAhead }: FileOfItem) =>
      !files.hasFile(name) && !tooLarge.current.has(name) && files.hasRoom(bytes)
    const keep = async (name: string, file: Blob) => {
      if (file.size > largestAhead) tooLarge.current.add(name)
      else await files.keepFile(name, file)
    }
    const loadAll = async () => {
      await files.keepOnlyFiles(new Set(wanted.current.map(({ name }) => name)))
      const tried = new Set<string>()
      for (;;) {
        const next = wanted.current.find((one) => !tried.has(one.name) && isMissing(one))
        if (next === undefined) return
        tried.add(next.name)
        const file = await load(next)
        if (file !== undefined) await keep(next.name, file)
      }
    }
    if (isLoading.current) return
    isLoading.current = true
    loadAll()
      .catch(reportError)
      .finally(() => {
        isLoading.current = false
      })
  }, [api, device, fetchBy, line, mediaOf, reportError])
}
