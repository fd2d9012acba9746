import type { MarkingItem } from '@sitwell/contract'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useOffice } from '../../office-context.tsx'
import { useIsLost } from '../../session/use-is-lost.ts'
import type { MarkingDevice } from '../device/marking-device.ts'
import { useMediaAddress } from '../page/use-media-address.ts'
import { filesOf } from '../work/files-of.ts'

/** Addresses within this page of files that are on this device, by their names. */
type KeptFiles = ReadonlyMap<string, string>
const none: KeptFiles = new Map()
const Kept = createContext<KeptFiles>(none)

/** The files of the response that shows which are on this device, while the server can't be reached; none as long as it can. */
export const useKeptFiles = (): KeptFiles => useContext(Kept)

/** Has what shows a response find its files on this device while the server can't be reached. */
export const WithKeptFiles = ({
  item,
  device,
  children,
}: {
  readonly item: MarkingItem
  readonly device: MarkingDevice
  readonly children: ReactNode
}) => {
  const { reportError } = useOffice()
  const isLost = useIsLost()
  const mediaOf = useMediaAddress()
  const [kept, setKept] = useState(none)
  useEffect(() => {
    const files = device.files()
    if (!isLost || files === undefined) return
    let isGone = false
    const addresses = new Map<string, string>()
    const read = async () => {
      for (const { name } of filesOf(item, mediaOf(item))) {
        const file = await files.fileOf(name)
        if (isGone) return
        if (file !== undefined) addresses.set(name, URL.createObjectURL(file))
      }
      setKept(new Map(addresses))
    }
    read().catch(reportError)
    return () => {
      isGone = true
      for (const address of addresses.values()) URL.revokeObjectURL(address)
      setKept(none)
    }
  }, [item, device, isLost, mediaOf, reportError])
  return <Kept value={kept}>{children}</Kept>
}
