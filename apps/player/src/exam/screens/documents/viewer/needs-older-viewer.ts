import type { SupportedBrowser } from '@sitwell/contract'
import { understandsNewer } from '@sitwell/pdf-viewer/newer-browser.ts'
import { isSupported } from '../../../../context/browser/browser-support.ts'
import { detectBrowser } from '../../../../context/browser/detect-browser.ts'

/**
 * Whether this browser takes the viewer for older ones (spec 3 §2): one that the operator's list of browsers for PDFs doesn't name, or
 * that lacks what the viewer's newer build stands on.
 */
export const needsOlderViewer = (list: readonly SupportedBrowser[]): boolean =>
  !isSupported(detectBrowser(navigator.userAgent), list) || !understandsNewer(globalThis)
