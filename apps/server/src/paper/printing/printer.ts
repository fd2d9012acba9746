import { createHash } from 'node:crypto'
import { serialize } from 'node:v8'
import type { PaperDocument } from '../paper-parts.ts'
import { type PrintWorker, startPrintWorker } from './print-worker.ts'

export type PrintOutcome =
  | { readonly ok: true; readonly pdf: Uint8Array }
  /** Too many wait already; it couldn't be printed. */
  | { readonly ok: false; readonly code: 'BUSY' | 'FAILED' }

/** Prints documents, a few at once and the others in their order. */
export interface Printer {
  /** The same document asked for again, by whomever, is printed once. */
  print(document: PaperDocument, onProgress?: (percent: number) => void): Promise<PrintOutcome>
  stop(): Promise<void>
}

export interface PrinterParts {
  /** How many are printed at once, each in its own process. */
  readonly workers: number
  /** How many may wait. */
  readonly mostWaiting?: number
  readonly startWorker?: () => PrintWorker
  onFailure(error: unknown): void
}

const defaultMostWaiting = 1000
/** PDFs that are kept for the click on their link: most have some dozen kilobytes. */
const mostCachedBytes = 64 * 1024 * 1024

interface Job {
  readonly key: string
  readonly document: PaperDocument
  readonly listeners: Set<(percent: number) => void>
  readonly done: Promise<PrintOutcome>
  readonly settle: (outcome: PrintOutcome) => void
}

const keyOf = (document: PaperDocument) => createHash('sha256').update(serialize(document)).digest('hex')

export const createPrinter = (parts: PrinterParts): Printer => {
  const { workers, mostWaiting = defaultMostWaiting, startWorker = startPrintWorker, onFailure } = parts
  const jobs = new Map<string, Job>()
  const waiting: Job[] = []
  const idle: PrintWorker[] = []
  const all = new Set<PrintWorker>()
  const cached = new Map<string, Uint8Array>()
  let cachedBytes = 0
  let running = 0
  let isStopped = false

  const keep = (key: string, pdf: Uint8Array) => {
    cached.set(key, pdf)
    cachedBytes += pdf.length
    for (const [oldest, held] of cached) {
      if (cachedBytes <= mostCachedBytes) break
      cached.delete(oldest)
      cachedBytes -= held.length
    }
  }

  /** One that was killed while it was idle is passed over. */
  const freeWorker = (): PrintWorker => {
    const worker = idle.pop()
    if (!worker) return startWorker()
    if (!worker.hasEnded()) return worker
    all.delete(worker)
    return freeWorker()
  }

  const printJob = async (job: Job): Promise<PrintOutcome> => {
    const worker = freeWorker()
    all.add(worker)
    try {
      const pdf = await worker.print(job.document, (percent) => {
        for (const tell of job.listeners) tell(percent)
      })
      idle.push(worker)
      keep(job.key, pdf)
      return { ok: true, pdf }
    } catch (error) {
      // What hostile content did to a worker is not carried into the next PDF.
      all.delete(worker)
      await worker.close()
      if (!isStopped) onFailure(error)
      return { ok: false, code: 'FAILED' }
    }
  }

  const next = () => {
    const job = running < workers ? waiting.shift() : undefined
    if (!job) return
    running += 1
    void printJob(job).then((outcome) => {
      running -= 1
      jobs.delete(job.key)
      job.settle(outcome)
      next()
    })
  }

  return {
    print: async (document, onProgress) => {
      const key = keyOf(document)
      const known = cached.get(key)
      if (known) return { ok: true, pdf: known }
      let job = jobs.get(key)
      if (!job) {
        if (isStopped || waiting.length >= mostWaiting) return { ok: false, code: 'BUSY' }
        const { promise, resolve } = Promise.withResolvers<PrintOutcome>()
        job = { key, document, listeners: new Set(), done: promise, settle: resolve }
        jobs.set(key, job)
        waiting.push(job)
      }
      if (onProgress) job.listeners.add(onProgress)
      next()
      const outcome = await job.done
      if (onProgress) job.listeners.delete(onProgress)
      return outcome
    },
    stop: async () => {
      isStopped = true
      for (const job of waiting.splice(0)) {
        jobs.delete(job.key)
        job.settle({ ok: false, code: 'BUSY' })
      }
      await Promise.all([...all].map((worker) => worker.close()))
    },
  }
}
