import { hashBlob } from './hash-blob.ts'
import type { HashReport } from './hash-worker.ts'

/** Milliseconds without a sign of life from a worker after which the page computes the hash itself. */
export const workerSilenceMs = 10_000
/** Bytes that the page hashes at once: a few milliseconds, between which it shows what is typed. */
const pageStepBytes = 256 * 1024

/**
 * Undefined if the worker does not run. Chromium now and then neither runs a new worker nor fires `error` at it, ever: some were lost while
 * the service worker of their page was being updated.
 */
const hashInWorker = (bytes: Blob): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module', name: 'file hash' })
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = () => {
      clearTimeout(timer)
      worker.terminate()
    }
    const giveUp = () => {
      end()
      resolve(undefined)
    }
    const expectSign = () => {
      clearTimeout(timer)
      timer = setTimeout(giveUp, workerSilenceMs)
    }
    worker.onmessage = ({ data }: MessageEvent<HashReport>) => {
      if ('isAlive' in data) return expectSign()
      end()
      if ('hash' in data) resolve(data.hash)
      else reject(new Error(data.error))
    }
    worker.onerror = giveUp
    expectSign()
    worker.postMessage(bytes)
  })

/**
 * The SHA-256 of a file, in hexadecimal, computed in a worker, or in the page if the worker does not run: nothing of a learner's file
 * reaches the server before its hash is known. Rejects if the file can't be read any more.
 */
export const hashFile = async (bytes: Blob): Promise<string> =>
  (await hashInWorker(bytes)) ?? hashBlob(bytes, { stepBytes: pageStepBytes })
