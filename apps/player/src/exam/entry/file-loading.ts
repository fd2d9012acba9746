import type { Player } from '../../api/player-context.tsx'
import { fetchDocument } from '../documents/fetch-document.ts'
import { isPdf } from '../exam-addresses.ts'
import type { FilesOfVisit } from '../exam-visit.ts'
import type { FileLoading } from './exam-files.ts'

const loadImageElement = (address: string) =>
  new Promise<void>((resolve, reject) => {
    const image = new Image()
    image.onload = () => resolve()
    image.onerror = () => reject(new Error(`${address} could not be loaded`))
    image.src = address
  })

/** A file is there from now on. Of a PDF its bytes are read themselves, so that a large one isn't held twice. */
export const keepFile = ({ files, documents }: FilesOfVisit, address: string, blob: Blob): void => {
  files.set(address, URL.createObjectURL(blob))
  if (isPdf(address)) documents.set(address, blob)
}

/** Loads files of an exam ahead into those of its visit, by their addresses; `keptHere` gives a file that this browser kept before. */
export const fileLoadingOf = (
  { api, reportError }: Pick<Player, 'api' | 'reportError'>,
  visit: FilesOfVisit,
  keptHere: (address: string) => Promise<Blob | undefined> = async () => undefined,
): FileLoading => ({
  api,
  loadImageElement,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  async loadPdf(address, onLoaded) {
    const kept = await keptHere(address)
    return kept ? { ok: true, value: kept } : fetchDocument(api, address, onLoaded)
  },
  keep: (address, blob) => keepFile(visit, address, blob),
  onFailure: (address, message) => reportError(new Error(message), `preload ${address}`),
})
