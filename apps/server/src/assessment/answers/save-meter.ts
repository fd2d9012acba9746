import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** Upper bounds, in seconds, of what is counted together; Prometheus works percentiles out of them. */
export const waitBoundsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Counts what happens to the saves of this server. It stands on the way of every answer: a microsecond each, and nothing that waits. */
export interface SaveMeter {
  /** A save has come. */
  began(): void
  /** It is on the disk, or isn't: what it came to, or `failed`; milliseconds since it came. */
  ended(outcome: string, waitedMs: number): void
}

export const createSaveMeter = (register: Registry): SaveMeter => {
  const registers = [register]
  let pending = 0
  // The library counts at ten times the cost: it is told where somebody asks.
  const ended = new Map([['failed', 0]])
  new Gauge({
    name: 'sitwell_saves_pending',
    help: 'Answers that are not acknowledged yet.',
    registers,
    collect() {
      this.set(pending)
    },
  })
  const waits = new Histogram({
    name: 'sitwell_save_seconds',
    help: 'How long answers waited until they were on the disk of the database.',
    buckets: waitBoundsSeconds,
    registers,
  })
  new Counter({
    name: 'sitwell_saves',
    help: 'Answers by what became of them; failed where the database did not take them.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset()
      for (const [outcome, count] of ended) this.inc({ outcome }, count)
    },
  })
  return {
    began: () => {
      pending += 1
    },
    ended: (outcome, waitedMs) => {
      pending -= 1
      ended.set(outcome, (ended.get(outcome) ?? 0) + 1)
      waits.observe(waitedMs / 1000)
    },
  }
}
