import type { Api, Failure } from '@sitwell/client/api'
import { officeExportExam } from '@sitwell/contract'
import { saveFile } from '@sitwell/ui/save-file.ts'
import { type FetchBy, takingFile } from './sending/long-requests.ts'

/** The name that the server gives a file, from the header `content-disposition`; undefined if it has none. */
export const nameIn = (disposition: string | null): string | undefined => {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded)
  } catch {
    // The plain name will do.
  }
  return /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition ?? '')?.[1]?.replaceAll(/\\(.)/g, '$1')
}

export interface WantedExport {
  readonly examGuid: string
  readonly version: number
  readonly format: 'native' | 'qti3'
}

/** Has a version of an exam made into a package, and saved by the browser. Undefined once it is, or why it isn't. */
export const exportExam = async (
  { api, fetchBy, signal }: { readonly api: Api; readonly fetchBy: FetchBy; readonly signal: AbortSignal },
  wanted: WantedExport,
): Promise<Failure | undefined> => {
  let name = `exam-v${wanted.version}.zip`
  let file: Blob | undefined
  const send = takingFile(fetchBy, (bytes, headers) => {
    file = bytes
    name = nameIn(headers.get('content-disposition')) ?? name
  })
  // One attempt: each export is in the security log.
  const outcome = await api.call(officeExportExam, { body: wanted }, { attempts: 1, signal, send })
  if (!outcome.ok) return outcome
  if (file !== undefined && !signal.aborted) saveFile(name, file)
  return undefined
}
