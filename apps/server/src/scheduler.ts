import { Counter, Histogram, type Registry } from 'prom-client'
import type { Clock } from './clock.ts'
import type { ServerLog } from './server-log.ts'

/** Background work of a server that comes round again and again. */
export interface Job {
  /** A label of its figures: `end-exams`. */
  readonly name: string
  /** Milliseconds from the beginning of one run to that of the next. */
  readonly everyMs: number
  /** Whether the first run is at the first turn. If not, it is `everyMs` after the start: whoever restarts has a moment to correct a mistake. */
  readonly isDueAtStart?: boolean
  run(): Promise<unknown>
}

export interface Scheduler {
  /** Begins with the turns. */
  start(): void
  /** Starts the jobs that are due and don't run already. A timer does so every `turnMs`; nobody waits for the jobs. */
  turn(): void
  /** Starts nothing more, and resolves when the jobs that run have ended. */
  stop(): Promise<void>
}

/** How a job ended when it last ran. */
export interface JobStanding {
  readonly name: string
  /** Unix ms: when its last run ended. */
  readonly endedMs: number
  /** Unix ms: when the first of the failures in a row was; undefined if the last run went well. */
  readonly failingSinceMs: number | undefined
}

/** Keeps how each job ended, for whoever operates the server. It forgets all at a restart. */
export interface JobRecord {
  ended(name: string, nowMs: number, hasFailed: boolean): void
  /** The jobs that have ended at least once. */
  standing(): readonly JobStanding[]
}

export const createJobRecord = (): JobRecord => {
  const jobs = new Map<string, JobStanding>()
  return {
    ended: (name, nowMs, hasFailed) => {
      const failingSinceMs = hasFailed ? (jobs.get(name)?.failingSinceMs ?? nowMs) : undefined
      jobs.set(name, { name, endedMs: nowMs, failingSinceMs })
    },
    standing: () => [...jobs.values()],
  }
}

interface SchedulerContext {
  readonly record: JobRecord
  /** By which jobs become due. */
  readonly clock: Clock
  /** Milliseconds by a clock that nobody sets: for how long jobs take. */
  readonly steadyMs: () => number
  readonly log: Pick<ServerLog, 'error' | 'warn'>
  readonly register: Registry
  /** How many jobs may run at once: see {@link mostJobsAtOnce}. */
  readonly mostAtOnce: number
  /** Milliseconds between two turns. A job whose interval is no longer runs at each, wherever the clock stands. */
  readonly turnMs: number
}

const runBoundsSeconds = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300]

/**
 * The figures of jobs. Each job is there from the start, so that a rule sees the first failure as a rise. The label is not `job`, which
 * Prometheus gives to the target.
 */
const figuresOf = (register: Registry, names: readonly string[]) => {
  const options = { labelNames: ['job_name'], registers: [register] }
  const runs = new Counter({ ...options, name: 'sitwell_job_runs', help: 'Runs of background jobs that have ended.' })
  const failures = new Counter({ ...options, name: 'sitwell_job_failures', help: 'Those that failed.' })
  const seconds = new Histogram({
    ...options,
    name: 'sitwell_job_seconds',
    help: 'How long runs of background jobs took.',
    buckets: runBoundsSeconds,
  })
  for (const job_name of names) {
    runs.inc({ job_name }, 0)
    failures.inc({ job_name }, 0)
    seconds.zero({ job_name })
  }
  return {
    ended: (job_name: string, tookMs: number, hasFailed: boolean) => {
      runs.inc({ job_name })
      if (hasFailed) failures.inc({ job_name })
      seconds.observe({ job_name }, tookMs / 1000)
    },
  }
}

/**
 * How many jobs run at once beside a pool of this many connections; others wait for one of them to end. A job that the database holds up keeps a
 * connection meanwhile, and saves and signs of life need theirs.
 */
export const mostJobsAtOnce = (poolSize: number): number => Math.ceil(poolSize * 0.6)

/** Hands out places among the jobs that run at once, in the order in which they are asked for. */
const createPlaces = (most: number) => {
  const waiting: (() => void)[] = []
  let taken = 0
  return {
    /** Undefined if a place was free. */
    take: (): Promise<void> | undefined => {
      if (taken >= most) return new Promise((resolve) => waiting.push(resolve))
      taken += 1
      return undefined
    },
    free: () => {
      const next = waiting.shift()
      if (next) next()
      else taken -= 1
    },
  }
}

/** Runs each job at its interval, never twice at once. A job that fails runs again at its next turn, and keeps no other from running. */
export const createScheduler = (jobs: readonly Job[], context: SchedulerContext): Scheduler => {
  const { clock, steadyMs, log, register, turnMs, record } = context
  const figures = figuresOf(
    register,
    jobs.map(({ name }) => name),
  )
  const begunMs = new Map<Job, number>()
  const running = new Map<Job, Promise<void>>()
  const failing = new Set<Job>()
  const places = createPlaces(context.mostAtOnce)
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const isDue = (job: Job, nowMs: number): boolean => {
    if (job.everyMs <= turnMs) return true
    const lastMs = begunMs.get(job)
    // The clock was set back: what it has run at is still to come.
    return lastMs === undefined || nowMs - lastMs >= job.everyMs || nowMs < lastMs
  }

  /** Logs the first of several failures in a row: a job of every few seconds would fill the log while the database is away. */
  const note = (job: Job, error: unknown) => {
    if (!failing.has(job))
      log.error(
        { event: 'job-failed', err: error, job: job.name },
        `the job ${job.name} failed; it runs again at its next turn`,
      )
    failing.add(job)
  }

  const runOnce = async (job: Job): Promise<void> => {
    const fromMs = steadyMs()
    let hasFailed = false
    try {
      await job.run()
      if (failing.delete(job)) log.warn({ event: 'job-recovered', job: job.name }, `the job ${job.name} succeeds again`)
    } catch (error) {
      hasFailed = true
      note(job, error)
    }
    figures.ended(job.name, steadyMs() - fromMs, hasFailed)
    record.ended(job.name, clock.nowMs(), hasFailed)
  }

  const runInPlace = async (job: Job): Promise<void> => {
    const place = places.take()
    if (place) await place
    try {
      if (!isStopped) await runOnce(job)
    } finally {
      places.free()
    }
  }

  const turn = () => {
    if (isStopped) return
    const nowMs = clock.nowMs()
    for (const job of jobs) {
      if (running.has(job) || !isDue(job, nowMs)) continue
      begunMs.set(job, nowMs)
      running.set(
        job,
        runInPlace(job).finally(() => running.delete(job)),
      )
    }
  }

  return {
    start: () => {
      const nowMs = clock.nowMs()
      for (const job of jobs) if (!job.isDueAtStart) begunMs.set(job, nowMs)
      timer = setInterval(turn, turnMs)
      timer.unref()
    },
    turn,
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await Promise.all(running.values())
    },
  }
}
