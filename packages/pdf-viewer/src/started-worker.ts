/** Milliseconds that a worker has to start before another one is started in its place. */
export const workerSilenceMs = 10_000
/** The last one has as long as it needs. */
const mostWorkers = 3

interface StartingWorker {
  /** Resolves once it runs. */
  readonly promise: Promise<unknown>
  destroy(): void
}

/**
 * A worker that runs. Chromium now and then neither runs a new worker nor fires an error at it; the document would be opening forever.
 * Rejects if a worker reports that it can't run.
 */
export const startedWorker = async <W extends StartingWorker>(start: () => W): Promise<W> => {
  for (let number = 1; ; number += 1) {
    const worker = start()
    if (number === mostWorkers) {
      await worker.promise
      return worker
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const silent = new Promise<'silent'>((resolve) => {
      timer = setTimeout(() => resolve('silent'), workerSilenceMs)
    })
    try {
      if ((await Promise.race([worker.promise, silent])) !== 'silent') return worker
    } finally {
      clearTimeout(timer)
    }
    // It may report that it was destroyed.
    worker.promise.catch(() => undefined)
    worker.destroy()
  }
}
