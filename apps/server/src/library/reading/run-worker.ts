import { fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { HeldContent } from '../../organisation/compare-exam.ts'
import { workerEnvironment } from '../../worker-environment.ts'
import type { Held, WorkerMessage, WorkerTask } from './worker-messages.ts'

/** Megabytes that the heap of a worker may grow to; bytes of files are beside it. */
const heapMegabytes = 2048

/** Milliseconds after which a task has failed, whatever is in the package. */
const longestMs = 10 * 60_000

/** A package that ended its process, or took too long: it isn't tried again. */
export class WorkerEnded extends Error {}

interface Around {
  onItems?(count: number): void
  /** What is in the place of an exam. */
  heldOf?(place: { readonly examGuid: string; readonly version: number }): Promise<HeldContent | undefined>
  readonly signal?: AbortSignal
}

/**
 * Has its own process do a task with a package: no save waits for it, and a package that ends the process ends no server. It comes after
 * the server where both want a processor. Throws {@link WorkerEnded} where it ended or took too long, and an error where it failed.
 */
export const runWorker = <T>(task: WorkerTask, { onItems, heldOf, signal }: Around = {}): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    const worker = fork(fileURLToPath(new URL('./worker.ts', import.meta.url)), {
      execArgv: [`--max-old-space-size=${heapMegabytes}`],
      // Nothing of the server's environment: its secrets are no business of what reads a stranger's package.
      env: workerEnvironment(),
      serialization: 'advanced',
    })
    try {
      if (worker.pid !== undefined) setPriority(worker.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {
      // Some systems allow it to nobody; then both come in turn.
    }
    const end = (settle: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      worker.removeAllListeners().on('error', () => {})
      worker.kill('SIGKILL')
      settle()
    }
    const failed = (error: unknown) => end(() => reject(error))
    const onAbort = () => failed(signal?.reason)
    const timer = setTimeout(() => failed(new WorkerEnded('It took too long.')), longestMs)
    const answer = (held: Held) => worker.send(held, (error) => error && failed(error))
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'progress') onItems?.(message.items)
      if (message.kind === 'which') (heldOf?.(message) ?? Promise.resolve(undefined)).then((held) => answer({ held }), failed)
      // What the worker's task comes to, by the type of the task.
      if (message.kind === 'done') end(() => resolve(message.value as T))
      if (message.kind === 'failed') failed(new Error(message.error))
    })
    worker.once('exit', () => failed(new WorkerEnded('The process that read it has ended.'))).once('error', failed)
    signal?.addEventListener('abort', onAbort)
    if (signal?.aborted) onAbort()
    else worker.send(task, (error) => error && failed(error))
  })
