import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { clearTimeout, setInterval, setTimeout } from 'node:timers'
import { Worker } from 'node:worker_threads'
import { eventsPath, writeEvent } from '../sum-up/write-event.ts'
import { activitiesUnderWay } from './activity.ts'
import { noteCalls } from './calls-under-way.ts'
import { loopLimitMs } from './limits.ts'
import { ownPlaces } from './own-places.ts'
import { notePendingAwaits } from './pending-awaits.ts'

/** What runs: a test, or the hooks of a file. */
export interface Running {
  readonly file: string
  readonly title: string
  /** Of a test. */
  readonly id?: string
}

/** Milliseconds between two signs that the event loop turns. */
const beatEveryMs = 500
/** Shown of each kind of thing that a test may wait for. */
const mostShown = 12

/** Watches the one process that this runs in: its event loop, and the tests in it. */
export interface ProcessWatch {
  /** Reports what it waits for shortly before its limit; the returned function says that it ended. */
  start(running: Running, limitMs: number): () => void
}

/** What the threads of a watched process share. */
export interface WatchdogData {
  readonly beats: Int32Array
  readonly limitMs: number
  readonly events: string | undefined
}

/** Tests replace timers by fake ones. These are bound before any test runs. */
const timers = { setInterval, setTimeout, clearTimeout }

export function watchProcess(): ProcessWatch {
  const beats = new Int32Array(new SharedArrayBuffer(4))
  const workerData: WatchdogData = { beats, limitMs: loopLimitMs, events: eventsPath() }
  const watchdog = new Worker(new URL('./watchdog.ts', import.meta.url), { workerData, execArgv: [] })
  watchdog.unref()
  timers.setInterval(() => Atomics.add(beats, 0, 1), beatEveryMs).unref()

  const callsUnderWay = noteCalls()
  const awaits = process.env.SITWELL_TEST_LOOK_CLOSELY ? notePendingAwaits() : undefined

  const report = ({ file, title, id }: Running) => {
    const calls = callsUnderWay().map(
      ({ what, stack }) => `  the answer to ${what}, at ${ownPlaces(stack).slice(0, 4).join(' < ')}`,
    )
    const pending = awaits?.places().map((place) => `  an await at ${place}`) ?? []
    const programs = childPrograms().map((program) => `  perhaps for the program ${program}`)
    const resources = Map.groupBy(process.getActiveResourcesInfo(), (name) => name)
    const open = [...resources].map(([name, all]) => `${all.length} ${name}`).join(', ')
    const doing = activitiesUnderWay().map((activity) => `  ${activity}`)
    const lines = [doing, calls, pending, programs].flatMap((all) => all.slice(0, mostShown))
    const message = [`“${title}” waits for:`, ...lines, `  open handles: ${open || 'none, so that nothing can wake it'}`].join(
      '\n',
    )
    const path = eventsPath()
    if (path) writeEvent(path, { event: 'stuck', file: relative(process.cwd(), file), message, ...(id && { id }) })
    else process.stderr.write(`${message}\n`)
  }

  return {
    start: (running, limitMs) => {
      awaits?.forget()
      watchdog.postMessage(running)
      const marginMs = Math.min(500, limitMs / 10)
      const timer = timers.setTimeout(() => report(running), limitMs - marginMs).unref()
      return () => timers.clearTimeout(timer)
    },
  }
}

/** The command lines of this process's children, on Linux. */
function childPrograms(): string[] {
  const read = (path: string) => {
    try {
      return readFileSync(path, 'utf8')
    } catch {
      return ''
    }
  }
  const ids = read(`/proc/self/task/${process.pid}/children`).split(' ').filter(Boolean)
  return ids.map((id) => read(`/proc/${id}/cmdline`).replaceAll('\0', ' ').trim().slice(0, 150))
}
