import type { Api } from '@sitwell/client/api'
import type { OutcomeOf } from '@sitwell/client/outcome'
import type { ExamContent } from '@sitwell/contract'
import { isPdf, isPreloadedImage } from './exam-addresses.ts'
import type { LoadedBytes } from './fetch-document.ts'

/** Milliseconds between two documents while PDFs preload (spec 2 §9). */
export const pdfPauseMs = 1000
const filesAtOnce = 4

/** The files of an exam that are loaded before it starts. `resolve` gives a file's whole address, or undefined for a foreign one. */
export interface ExamFiles {
  readonly images: readonly string[]
  readonly pdfs: readonly { readonly address: string; readonly name: string }[]
  readonly others: readonly string[]
}

const imageSources = (html: string) =>
  [...html.matchAll(/<img\b[^>]*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map(([, double, single]) => double ?? single ?? '')

/** All texts of an exam that may hold images, whatever the question type calls them. */
const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return value.includes('<') ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

export const filesOf = (content: ExamContent, resolve: (address: string) => string | undefined): ExamFiles => {
  const listed = content.resources.flatMap(({ url, name }) => {
    const address = resolve(url)
    return address === undefined ? [] : [{ address, name }]
  })
  const shown = [content.questions, content.sections, content.settings]
    .flatMap(textsOf)
    .flatMap(imageSources)
    .flatMap((source) => resolve(source) ?? [])
  const addresses = [...new Set([...listed.map(({ address }) => address), ...shown])]
  return {
    images: addresses.filter(isPreloadedImage),
    pdfs: listed.filter(({ address }) => isPdf(address)),
    others: listed.map(({ address }) => address).filter((address) => !isPreloadedImage(address) && !isPdf(address)),
  }
}

/** How a file is loaded ahead: over https and for PDFs as a blob, an image over http through an image element (spec 2 §7). */
export interface FileLoading {
  readonly api: Pick<Api, 'fetchBlob'>
  loadImageElement(address: string): Promise<void>
  wait(ms: number): Promise<void>
  /** A PDF: from this device where it was kept before, otherwise from the server, which may take a while. */
  loadPdf(address: string, onLoaded: (bytes: LoadedBytes) => void): Promise<OutcomeOf<Blob>>
  /** Keeps a loaded file under its address. */
  keep(address: string, blob: Blob): Promise<void>
  /** A file that fails shows its gap later; it doesn't keep the learner out. */
  onFailure(address: string, message: string): void
}

const loadBlob = async (address: string, loading: FileLoading): Promise<boolean> => {
  const outcome = await loading.api.fetchBlob(address)
  if (outcome.ok) await loading.keep(address, outcome.value)
  else loading.onFailure(address, outcome.message)
  return outcome.ok
}

const inTurns = async (addresses: readonly string[], load: (address: string) => Promise<unknown>) => {
  const left = [...addresses]
  const work = async () => {
    for (let address = left.shift(); address !== undefined; address = left.shift()) await load(address)
  }
  await Promise.all(Array.from({ length: filesAtOnce }, work))
}

export const loadImages = (images: readonly string[], loading: FileLoading) =>
  inTurns(images, async (address) => {
    if (new URL(address).protocol === 'https:') return loadBlob(address, loading)
    return loading.loadImageElement(address).catch((error: unknown) => loading.onFailure(address, String(error)))
  })

export const loadOthers = (others: readonly string[], loading: FileLoading) =>
  inTurns(others, (address) => loadBlob(address, loading))

/** How far the PDFs are: how many are there, of how many, and of the one that comes how many bytes. */
export interface PdfProgress {
  readonly done: number
  readonly total: number
  readonly bytes?: LoadedBytes
}

/** Loads the PDFs one after the other, with a pause between two; answers the names of those that failed. */
export const loadPdfs = async (
  pdfs: ExamFiles['pdfs'],
  loading: FileLoading,
  onProgress: (progress: PdfProgress) => void,
): Promise<string[]> => {
  const failed: string[] = []
  const total = pdfs.length
  for (const [done, { address, name }] of pdfs.entries()) {
    if (done > 0) await loading.wait(pdfPauseMs)
    onProgress({ done, total })
    const outcome = await loading.loadPdf(address, (bytes) => onProgress({ done, total, bytes }))
    if (outcome.ok) await loading.keep(address, outcome.value)
    else {
      loading.onFailure(address, outcome.message)
      failed.push(name)
    }
  }
  return failed
}
