import type { Catalogue } from '@sitwell/i18n/catalogue'
import type { DownloadableResults } from './outro-steps.ts'

/** What the results view says, and where it leads: nowhere without a link (spec 3 §2). */
export interface ResultsWords {
  readonly title: string
  readonly message: string
  readonly link: string | undefined
}

/** The results view while its results are being prepared, when they are there, and where there are none. */
export const resultsWords = (download: DownloadableResults | undefined, text: Catalogue['text']): ResultsWords => {
  if (!download) return { title: text('outro.preparingTitle'), message: text('outro.preparing'), link: undefined }
  if ('link' in download) return { title: text('outro.downloadTitle'), message: text('outro.download'), link: download.link }
  return { title: text('outro.noDownloadTitle'), message: download.error || text('outro.noDownload'), link: undefined }
}
