import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { workerEnvironment } from '../../worker-environment.ts'
import type { PaperDocument } from '../paper-parts.ts'
import type { WorkerSays } from './worker.ts'

/** Megabytes that a worker's heap may grow to; a PDF of a hundred pages takes a small part of it. */
const heapMegabytes = 512

/**
 * A process that prints one after the other: no save waits for a PDF, and what kills it, a crash of the runtime itself included,
 * kills no server.
 */
export interface PrintWorker {
  /** Throws an error if it couldn't be printed; a worker that has failed is given up. */
  print(document: PaperDocument, onProgress: (percent: number) => void): Promise<Uint8Array<ArrayBuffer>>
  hasEnded(): boolean
  close(): Promise<void>
}

/** Milliseconds after which a PDF has failed, whatever is in it. */
const longestPrintMs = 50_000

export const startPrintWorker = (): PrintWorker => {
  const worker = fork(fileURLToPath(new URL('./worker.ts', import.meta.url)), {
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    // Nothing of the server's environment: its secrets are no business of what reads learners' answers.
    env: workerEnvironment(),
    serialization: 'advanced',
  })
  // An idle worker keeps no process from ending, and ends with it.
  worker.unref()
  worker.channel?.unref()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  // Without a listener for errors, one that no print waits for would end the server.
  worker.once('exit', () => end()).on('error', () => end())
  const hasEnded = () => worker.exitCode !== null || worker.signalCode !== null || !worker.connected
  return {
    print: (document, onProgress) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => end(new Error('The PDF took too long')), longestPrintMs)
        const onMessage = (message: WorkerSays) => {
          if (message.kind === 'progress') onProgress(message.percent)
          else end(message.kind === 'printed' ? new Uint8Array(message.pdf) : new Error(message.error))
        }
        const onExit = () => end(new Error('The worker that prints has ended'))
        const end = (outcome: Uint8Array<ArrayBuffer> | Error) => {
          clearTimeout(timer)
          worker.off('message', onMessage).off('error', end).off('exit', onExit)
          if (outcome instanceof Error) reject(outcome)
          else resolve(outcome)
        }
        worker.on('message', onMessage).on('error', end).on('exit', onExit)
        worker.send(document, (error) => error && end(error))
      }),
    hasEnded,
    close: async () => {
      worker.ref()
      worker.kill('SIGKILL')
      await ended
    },
  }
}
