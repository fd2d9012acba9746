import { appendFileSync, writeSync } from 'node:fs'
import { type Debugger, Session } from 'node:inspector'
import { SourceMap } from 'node:module'
import { relative } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { Running, WatchdogData } from './watch-process.ts'

/**
 * The thread beside a process of tests. If that one's event loop doesn't turn for too long, no timer of its own can end its test: a loop is
 * endless. This prints where, and ends the process, so that the run continues.
 */
// Boundary: what the watched thread handed over.
const { beats, limitMs, events } = workerData as WatchdogData

/** Milliseconds between two looks, and for the watched thread to show its stack: in a call of the machine it can't. */
const lookEveryMs = 1000
const stackWithinMs = 10_000
const shownFrames = 12

let running: Running = { file: '', title: '' }
parentPort?.on('message', (now: Running) => {
  running = now
})

let lastBeat = -1
let silentMs = 0
const look = setInterval(() => {
  const beat = Atomics.load(beats, 0)
  // Counted in its own looks: on a machine that stood still, or gave neither thread its turn, none of them is late.
  silentMs = beat === lastBeat ? silentMs + lookEveryMs : 0
  lastBeat = beat
  if (silentMs < limitMs) return
  clearInterval(look)
  showStack()
}, lookEveryMs)

function showStack(): void {
  const scripts = new Map<string, Debugger.ScriptParsedEventDataType>()
  const session = new Session()
  session.connectToMainThread()
  session.on('Debugger.scriptParsed', ({ params }) => void scripts.set(params.scriptId, params))
  session.on('Debugger.paused', ({ params }) => {
    const places = params.callFrames.map(({ functionName, location }) => {
      const script = scripts.get(location.scriptId)
      return `${placeOf(script, location)}${functionName ? ` ${functionName}` : ''}`
    })
    const own = places.filter((place) => !place.includes('node_modules/') && !place.startsWith('node:'))
    end(
      `It loops at:\n${own
        .slice(0, shownFrames)
        .map((place) => `  ${place}`)
        .join('\n')}`,
    )
  })
  session.post('Debugger.enable')
  session.post('Debugger.pause')
  setTimeout(() => end('It waits in a call that blocks the whole process, such as execFileSync.'), stackWithinMs)
}

/** `FILE:LINE`, by the source map that vitest gives each module. */
function placeOf(script: Debugger.ScriptParsedEventDataType | undefined, at: Debugger.Location): string {
  const path = relative(process.cwd(), (script?.url ?? '').replace('file://', ''))
  const [, encoded] = /^data:application\/json.*?;base64,(.*)$/.exec(script?.sourceMapURL ?? '') ?? []
  if (!encoded) return `${path}:${at.lineNumber + 1}`
  const map = new SourceMap(JSON.parse(Buffer.from(encoded, 'base64').toString()))
  const entry = map.findEntry(at.lineNumber, at.columnNumber ?? 0)
  return `${path}:${('originalLine' in entry ? entry.originalLine : at.lineNumber) + 1}`
}

function end(where: string): void {
  const message = `The event loop did not turn for ${limitMs / 1000} seconds in “${running.title}”. ${where}`
  const file = relative(process.cwd(), running.file)
  if (events) appendFileSync(events, `${JSON.stringify({ event: 'stuck', file, id: running.id, message })}\n`)
  // Past the watched thread, through which this one's output would go.
  else writeSync(2, `${file}: ${message}\n`)
  process.kill(process.pid, 'SIGKILL')
}
