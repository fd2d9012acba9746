import type { PictureSize } from '@sitwell/ui/hold-place.ts'
import type { Player } from '../../context/player.ts'
import { isPdf } from './exam-addresses.ts'
import type { FileLoading } from './exam-files.ts'
import type { FilesOfVisit } from './exam-visit.ts'
import { fetchDocument } from './fetch-document.ts'

const loadPicture = (address: string) =>
  new Promise<PictureSize>((resolve, reject) => {
    const image = new Image()
    image.onload = () => resolve({ width: image.width, height: image.height })
    image.onerror = () => reject(new Error('not a picture, or not there'))
    image.src = address
  })

/**
 * A file is there from now on. Of a PDF its bytes are read themselves, so that a large one isn't held twice; of a picture its size, so
 * that the page has room for it before it shows it. One that can't be shown has none.
 */
export const keepFile = async (
  { files, documents, pictureSizes }: FilesOfVisit,
  address: string,
  blob: Blob,
): Promise<void> => {
  const objectUrl = URL.createObjectURL(blob)
  files.set(address, objectUrl)
  if (isPdf(address)) documents.set(address, blob)
  const size = blob.type.startsWith('image/') && (await loadPicture(objectUrl).catch(() => undefined))
  if (size) pictureSizes.set(objectUrl, size)
}

/** Loads files of an exam ahead into those of its visit, by their addresses; `storedHere` gives a file that this browser kept before. */
export const fileLoadingOf = (
  { api, reportError }: Pick<Player, 'api' | 'reportError'>,
  visit: FilesOfVisit,
  storedHere: (address: string) => Promise<Blob | undefined> = async () => undefined,
): FileLoading => ({
  api,
  async loadImageElement(address) {
    visit.pictureSizes.set(address, await loadPicture(address))
  },
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  async loadPdf(address, onLoaded) {
    const stored = await storedHere(address)
    return stored ? { ok: true, value: stored } : fetchDocument(api, address, onLoaded)
  },
  keep: (address, blob) => keepFile(visit, address, blob),
  onFailure: (address, message) => reportError(new Error(message), `preload ${address}`),
})
