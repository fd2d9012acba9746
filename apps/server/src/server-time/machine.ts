import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'
import type { ClockReading } from '@sitwell/exam/time/watched-clock'

/** What a machine tells of time. */
export interface Machine {
  read(): ClockReading
  /** The steady one alone: milliseconds on a clock that nobody can set, and that continues while the machine sleeps. */
  steadyMs(): number
  /** Milliseconds since the machine was switched on. */
  uptimeMs(): number
  /** Of its run since then; undefined if the system doesn't tell. */
  readonly bootId: string | undefined
}

const readBootId = (): string | undefined => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return undefined
  }
}

/** Milliseconds between two looks whether the machine has slept, and the least that it takes for sleep: its uptime is but coarse. */
const lookMs = 1000
const leastSleepMs = 2000

/** The machine that this process runs on. The clock of a process stands still while its machine sleeps; its uptime doesn't. */
export const createMachine = (): Machine => {
  const ageMs = () => uptime() * 1000 - performance.now()
  const bornMs = ageMs()
  let sleptMs = 0
  let lookedMs = performance.now()
  const steadyMs = () => {
    const runMs = performance.now()
    if (runMs - lookedMs >= lookMs) {
      lookedMs = runMs
      const asleepMs = ageMs() - bornMs
      if (asleepMs - sleptMs >= leastSleepMs) sleptMs = asleepMs
    }
    return runMs + sleptMs
  }
  return {
    steadyMs,
    read: () => ({ wallMs: Date.now(), steadyMs: steadyMs() }),
    uptimeMs: () => Math.round(uptime() * 1000),
    bootId: readBootId(),
  }
}
