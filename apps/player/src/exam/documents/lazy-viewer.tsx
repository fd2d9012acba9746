import type { SupportedBrowser } from '@sitwell/contract'
import { lazy } from 'react'
import { isSupported } from '../../api/browser/browser-support.ts'
import { detectBrowser } from '../../api/browser/detect-browser.ts'
import { understandsNewer } from './newer-browser.ts'

const load = () => import('./viewer/document-viewer.tsx')

/** Most exams never load it. */
export const DocumentViewer = lazy(load)

/**
 * Whether this browser takes the viewer for older ones (spec 3 §2): one that the operator's list of browsers for PDFs doesn't name, or
 * that lacks what the viewer's newer build stands on.
 */
export const needsOlderViewer = (list: readonly SupportedBrowser[]): boolean =>
  !isSupported(detectBrowser(navigator.userAgent), list) || !understandsNewer(globalThis)

/** Loads the viewer ahead: it has to be there when the network isn't. */
export const loadViewer = async (list: readonly SupportedBrowser[]): Promise<void> => {
  await load()
  const { loadPdfLibrary, loadPdfThreads } = await import('./viewer/pdf-library.ts')
  const isOlder = needsOlderViewer(list)
  await Promise.all([loadPdfLibrary(isOlder), loadPdfThreads(isOlder)])
}
