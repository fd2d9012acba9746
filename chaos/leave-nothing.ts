import { constants } from 'node:os'

const endings = new Set<() => void>()

const endAll = () => {
  for (const end of endings) end()
  endings.clear()
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Calls `end` when this process ends before it was called off, by a signal or a bug too: what was started does not outlive the
 * harness. `end` can wait for nothing. Answers what calls it off.
 */
export const leaveNothing = (end: () => void): (() => void) => {
  if (endings.size === 0) {
    process.once('exit', endAll)
    for (const signal of signals) process.once(signal, endBySignal)
  }
  endings.add(end)
  return () => {
    endings.delete(end)
    if (endings.size > 0) return
    process.off('exit', endAll)
    for (const signal of signals) process.off(signal, endBySignal)
  }
}

/** Ends with the status that a shell gives to one that a signal has ended. Others may listen to it and continue. */
const endBySignal = (signal: NodeJS.Signals) => {
  endAll()
  process.exit(128 + constants.signals[signal])
}
