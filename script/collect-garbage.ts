import { afterAll } from 'vitest'
import { mostHeapBytes } from './worker-heap.ts'

/**
 * Set up in each file of a worker that may be recycled: without it, garbage that nobody has collected yet would count, and almost every file
 * would get a fresh worker, which loads the server again for several seconds.
 */
afterAll(() => {
  if (process.memoryUsage().heapUsed > mostHeapBytes / 2) globalThis.gc?.()
})
