import { vi } from 'vitest'
import { testLimitMs } from './limits.ts'

/**
 * Gives waits for a condition the time of a hanging test, less what lets the wait itself be named. Vitest's own default of one second made
 * tests depend on real time: on a busy machine a condition takes longer to become true.
 */
const longestWaitMs = testLimitMs / 2

type Options = { timeout?: number; interval?: number } | number | undefined
const patient = (options: Options) => (typeof options === 'number' ? options : { timeout: longestWaitMs, ...options })

// Boundary: files share their process and its `vi`, and each loads this module again.
const marked = vi as typeof vi & { isPatient?: boolean }
if (!marked.isPatient) {
  const { waitFor, waitUntil } = vi
  Object.assign(marked, {
    isPatient: true,
    waitFor: (callback: () => unknown, options?: Options) => waitFor(callback, patient(options)),
    waitUntil: (callback: () => unknown, options?: Options) => waitUntil(callback, patient(options)),
  })
}
