import { describe, expect, test } from 'vitest'
import { createJobRecord, createScheduler, type Job } from './scheduler.ts'
import { createTestClock } from './testing/test-clock.ts'
import { openMetricsRegister } from './watching/open-metrics-register.ts'

const turnMs = 4000
const hourMs = 3_600_000

/** A job whose runs are counted, and which ends when it is told to. */
const heldJob = (job: Omit<Job, 'run'>) => {
  const ends: { ok(): void; fail(error: Error): void }[] = []
  const run = () => new Promise<void>((resolve, reject) => void ends.push({ ok: resolve, fail: reject }))
  return { ...job, run, ends }
}

const open = (jobs: readonly Job[]) => {
  const { clock, pass } = createTestClock()
  const lines: { level: string; job: unknown; err?: unknown; message: string }[] = []
  const write = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, job: undefined, ...fields, message })
  let steadyMs = 0
  const register = openMetricsRegister()
  const record = createJobRecord()
  const scheduler = createScheduler(jobs, {
    clock,
    record,
    steadyMs: () => steadyMs,
    // Boundary: pino's overloads, of which the scheduler calls this one.
    log: { error: write('error'), warn: write('warn') } as never,
    register,
    turnMs,
    mostAtOnce: 3,
  })
  const figure = async (name: string, job: string) => {
    const text = await register.metrics()
    return Number(new RegExp(`^${name}\\{job_name="${job}"\\} (.*)$`, 'm').exec(text)?.[1])
  }
  return { scheduler, pass, lines, figure, record, takes: (ms: number) => (steadyMs += ms) }
}

/** Until what was settled has gone on. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('the scheduler', () => {
  test('runs a job one interval after the start, and again one interval after each run began', async () => {
    let runs = 0
    const { scheduler, pass } = open([{ name: 'sweep', everyMs: hourMs, run: async () => void runs++ }])
    scheduler.start()
    const runsAfter = async (ms: number) => {
      pass(ms)
      scheduler.turn()
      await settled()
      return runs
    }
    expect(await runsAfter(0)).toBe(0)
    expect(await runsAfter(hourMs - 1)).toBe(0)
    expect(await runsAfter(1)).toBe(1)
    expect(await runsAfter(hourMs - 1)).toBe(1)
    expect(await runsAfter(1)).toBe(2)
    expect(await runsAfter(5 * hourMs)).toBe(3)
    await scheduler.stop()
  })

  test('runs no more jobs at once than it may: the others begin in turn as some end', async () => {
    const jobs = ['a', 'b', 'c', 'd', 'e'].map((name) => heldJob({ name, everyMs: turnMs }))
    const { scheduler } = open(jobs)
    const begun = () => jobs.map(({ ends }) => ends.length)
    scheduler.turn()
    expect(begun()).toEqual([1, 1, 1, 0, 0])
    jobs[1]?.ends[0]?.fail(new Error('away'))
    await settled()
    expect(begun()).toEqual([1, 1, 1, 1, 0])
    const stopped = scheduler.stop()
    for (const { ends } of jobs) ends[0]?.ok()
    await stopped
    expect(begun()).toEqual([1, 1, 1, 1, 0])
  })

  test('runs a job that is due at the start at the first turn', async () => {
    let runs = 0
    const { scheduler } = open([{ name: 'look', everyMs: hourMs, isDueAtStart: true, run: async () => void runs++ }])
    scheduler.start()
    for (const _ of [1, 2]) {
      scheduler.turn()
      await settled()
    }
    expect(runs).toBe(1)
    await scheduler.stop()
  })

  test('runs a job of the shortest interval at each turn, also while the clock stands still', async () => {
    let runs = 0
    const { scheduler } = open([{ name: 'look', everyMs: turnMs, run: async () => void runs++ }])
    scheduler.start()
    for (const _ of [1, 2, 3]) {
      scheduler.turn()
      await settled()
    }
    expect(runs).toBe(3)
    await scheduler.stop()
  })

  test('runs a job though the clock was set back since its last run', async () => {
    let runs = 0
    const { scheduler, pass } = open([{ name: 'sweep', everyMs: hourMs, run: async () => void runs++ }])
    scheduler.start()
    pass(-10 * hourMs)
    scheduler.turn()
    await settled()
    expect(runs).toBe(1)
    await scheduler.stop()
  })

  test('never runs a job twice at once, and a slow one delays no other', async () => {
    const slow = heldJob({ name: 'slow', everyMs: turnMs })
    let runs = 0
    const { scheduler } = open([slow, { name: 'quick', everyMs: turnMs, run: async () => void runs++ }])
    scheduler.start()
    for (const _ of [1, 2, 3]) {
      scheduler.turn()
      await settled()
    }
    expect([slow.ends.length, runs]).toEqual([1, 3])
    slow.ends[0]?.ok()
    await settled()
    scheduler.turn()
    expect(slow.ends).toHaveLength(2)
    slow.ends[1]?.ok()
    await scheduler.stop()
  })

  test('logs a failure with the name of its job, once in a row, and runs the job again', async () => {
    const works = [false, false, true, false]
    let runs = 0
    const run = async () => {
      if (!works[runs++]) throw new Error(`no. ${runs}`)
    }
    const { scheduler, lines, figure } = open([{ name: 'sweep', everyMs: turnMs, run }])
    scheduler.start()
    for (const _ of works) {
      scheduler.turn()
      await settled()
    }
    expect(lines.map(({ level, job, err }) => [level, job, err])).toEqual([
      ['error', 'sweep', new Error('no. 1')],
      ['warn', 'sweep', undefined],
      ['error', 'sweep', new Error('no. 4')],
    ])
    for (const { message } of lines) expect(message).toContain('the job sweep ')
    expect([await figure('sitwell_job_runs_total', 'sweep'), await figure('sitwell_job_failures_total', 'sweep')]).toEqual([
      4, 3,
    ])
    await scheduler.stop()
  })

  test('takes what a job throws before its first wait for a failure too', async () => {
    const run = () => {
      throw new Error('at once')
    }
    let runs = 0
    const { scheduler, lines } = open([
      { name: 'broken', everyMs: turnMs, run },
      { name: 'whole', everyMs: turnMs, run: async () => void runs++ },
    ])
    scheduler.start()
    scheduler.turn()
    await settled()
    expect([lines.map(({ job }) => job), runs]).toEqual([['broken'], 1])
    await scheduler.stop()
  })

  test('counts runs and failures, and how long each took, by job and from zero', async () => {
    const job = heldJob({ name: 'slow', everyMs: turnMs })
    const { scheduler, takes, figure } = open([job, { name: 'idle', everyMs: hourMs, run: async () => {} }])
    const of = async (name: string) => [
      await figure('sitwell_job_runs_total', name),
      await figure('sitwell_job_failures_total', name),
      await figure('sitwell_job_seconds_count', name),
      await figure('sitwell_job_seconds_sum', name),
    ]
    scheduler.start()
    expect([await of('slow'), await of('idle')]).toEqual([
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ])
    scheduler.turn()
    takes(2500)
    job.ends[0]?.fail(new Error('no'))
    await settled()
    expect([await of('slow'), await of('idle')]).toEqual([
      [1, 1, 1, 2.5],
      [0, 0, 0, 0],
    ])
    await scheduler.stop()
  })

  test('waits at its stop for the jobs that run, and starts none any more', async () => {
    const job = heldJob({ name: 'slow', everyMs: turnMs })
    const { scheduler } = open([job])
    scheduler.start()
    scheduler.turn()
    let hasStopped = false
    const stopping = scheduler.stop().then(() => {
      hasStopped = true
    })
    scheduler.turn()
    await settled()
    expect([hasStopped, job.ends.length]).toEqual([false, 1])
    job.ends[0]?.ok()
    await stopping
    scheduler.turn()
    expect(job.ends).toHaveLength(1)
  })

  test('keeps how each job ended, and since when one has been failing', async () => {
    let fails = false
    const job = {
      name: 'look',
      everyMs: turnMs,
      run: async () => {
        if (fails) throw new Error('no')
      },
    }
    const { scheduler, pass, record } = open([job])
    const turn = async () => {
      pass(turnMs)
      scheduler.turn()
      await settled()
    }
    expect(record.standing()).toEqual([])
    await turn()
    const [well] = record.standing()
    expect(well).toEqual({ name: 'look', endedMs: expect.any(Number), failingSinceMs: undefined })
    fails = true
    await turn()
    await turn()
    const endedMs = (well?.endedMs ?? 0) + 2 * turnMs
    expect(record.standing()).toEqual([{ name: 'look', endedMs, failingSinceMs: endedMs - turnMs }])
    fails = false
    await turn()
    expect(record.standing()).toEqual([{ name: 'look', endedMs: endedMs + turnMs, failingSinceMs: undefined }])
  })
})
