import type { SupportedBrowser } from '@sitwell/contract'
import { lazy } from 'react'

const load = () => import('./viewer/document-viewer.tsx')

/** Most exams never load it. */
export const DocumentViewer = lazy(load)

/** Loads the viewer ahead: it has to be there when the network isn't. */
export const loadViewer = async (list: readonly SupportedBrowser[]): Promise<void> => {
  await load()
  const [{ loadPdfLibrary, loadPdfThreads }, { needsOlderViewer }] = await Promise.all([
    import('@sitwell/pdf-viewer/pdf-library.ts'),
    import('./viewer/needs-older-viewer.ts'),
  ])
  const isOlder = needsOlderViewer(list)
  await Promise.all([loadPdfLibrary(isOlder), loadPdfThreads(isOlder)])
}
