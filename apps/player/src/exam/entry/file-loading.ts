import type { Player } from '../../api/player-context.tsx'
import type { FileLoading } from './exam-files.ts'

const loadImageElement = (address: string) =>
  new Promise<void>((resolve, reject) => {
    const image = new Image()
    image.onload = () => resolve()
    image.onerror = () => reject(new Error(`${address} could not be loaded`))
    image.src = address
  })

/** Loads files of an exam ahead into `files`, by their addresses. */
export const fileLoadingOf = (
  { api, reportError }: Pick<Player, 'api' | 'reportError'>,
  files: Map<string, string>,
): FileLoading => ({
  api,
  loadImageElement,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  keep: (address, blob) => void files.set(address, URL.createObjectURL(blob)),
  onFailure: (address, message) => reportError(new Error(message), `preload ${address}`),
})
