import { ForksPoolWorker, type PoolRunnerInitializer } from 'vitest/node'
import { mostHeapBytes } from './worker-heap.ts'

const usedBytesOf = (message: unknown): number | undefined => {
  const { usedMemory } = Object(message)
  return typeof usedMemory === 'number' ? usedMemory : undefined
}

class RecycledWorker extends ForksPoolWorker {
  override readonly name = 'recycled'
  /** Asks the process to report its heap with the end of each file. */
  readonly reportMemory = true
  #usedBytes = 0

  override async start(): Promise<void> {
    await super.start()
    this.on('message', (message: unknown) => {
      this.#usedBytes = usedBytesOf(message) ?? this.#usedBytes
    })
  }

  canReuse(): boolean {
    return this.#usedBytes < mostHeapBytes
  }
}

/**
 * Processes that run one test file after the other without isolation, as vitest's own do, but are replaced before they grow too large:
 * a process keeps all modules of all files that it has run.
 */
export const recycledWorkers: PoolRunnerInitializer = {
  name: 'recycled',
  createPoolWorker: (options) => new RecycledWorker(options),
}
