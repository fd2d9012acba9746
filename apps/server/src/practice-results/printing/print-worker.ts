import { Worker } from 'node:worker_threads'
import type { ResultsToPrint } from '../results-to-print.ts'
import type { WorkerSays } from './worker.ts'

/** Megabytes that a worker's heap may grow to; a PDF of a hundred pages takes a small part of it. */
const heapMegabytes = 512

/** A thread that prints one after the other, so that no save waits for a PDF. */
export interface PrintWorker {
  /** Throws where it couldn't be printed; a worker that has failed is given up. */
  print(results: ResultsToPrint, onProgress: (percent: number) => void): Promise<Uint8Array<ArrayBuffer>>
  close(): Promise<void>
}

/** Milliseconds after which a PDF has failed, whatever is in it. */
const longestPrintMs = 50_000

export const startPrintWorker = (): PrintWorker => {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  })
  // An idle worker keeps no process from ending.
  worker.unref()
  return {
    print: (results, onProgress) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => end(new Error('The PDF took too long')), longestPrintMs)
        const onMessage = (said: WorkerSays) => {
          if (said.kind === 'progress') onProgress(said.percent)
          else end(said.kind === 'printed' ? said.pdf : new Error(said.error))
        }
        const onExit = () => end(new Error('The worker that prints has ended'))
        const end = (outcome: Uint8Array<ArrayBuffer> | Error) => {
          clearTimeout(timer)
          worker.off('message', onMessage).off('error', end).off('exit', onExit)
          if (outcome instanceof Error) reject(outcome)
          else resolve(outcome)
        }
        worker.on('message', onMessage).on('error', end).on('exit', onExit)
        worker.postMessage(results)
      }),
    close: async () => {
      await worker.terminate()
    },
  }
}
