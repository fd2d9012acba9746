import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readEvents } from '../sum-up/events.ts'
import { type Ending, resultOf, type StageResult, type Usage } from '../sum-up/stage-result.ts'
import { measureUsage } from './usage.ts'

/** One of the programs that script/test runs. It writes its results to the file that SITWELL_TEST_EVENTS names. */
export interface Stage {
  readonly name: string
  /** Printed when it starts. */
  readonly intent: string
  readonly command: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Milliseconds without output or event after which it is ended: longer than its longest test may take. */
  readonly longestSilenceMs: number
  /** The command that runs certain tests of one file again; none if nothing of it can be. */
  readonly again?: (tests: TestsOfFile) => Promise<readonly string[]>
}

/** Exactly these tests, of one file in one project. */
export interface TestsOfFile {
  readonly project: string
  readonly file: string
  readonly ids: readonly string[]
  /** A folder of the rerun's own, for what it writes. */
  readonly folder: string
}

export interface RunOptions {
  /** Where its events go, `NAME.jsonl`. */
  readonly folder: string
  readonly write: (output: string) => void
  /** Ends it early. */
  readonly signal: AbortSignal
}

/** Milliseconds between two looks for a sign of life, and from the polite end to the forced one. */
const lookEveryMs = 1000
const politeMs = 15_000

/** Runs a stage to its end and reads its result. It can't stand still: after a silence that is too long it is ended, and has failed. */
export async function runStage(stage: Stage, { folder, write, signal }: RunOptions): Promise<StageResult> {
  const path = join(folder, `${stage.name}.jsonl`)
  await writeFile(path, '')
  const { usage, ...ending } = await runCommand(stage, path, write, signal)
  return { ...resultOf(stage.name, readEvents(await readFile(path, 'utf8')), ending), usage }
}

async function runCommand(
  stage: Stage,
  path: string,
  write: RunOptions['write'],
  signal: AbortSignal,
): Promise<Ending & { usage: Usage }> {
  const [program = '', ...args] = stage.command
  const child = spawn(program, args, {
    // In its own group, so that whatever it leaves behind can be ended with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...stage.env, SITWELL_TEST_EVENTS: path },
  })
  const usage = measureUsage(child.pid ?? 0)
  let lastSign = performance.now()
  const onOutput = (chunk: Buffer) => {
    lastSign = performance.now()
    write(chunk.toString())
  }
  child.stdout.on('data', onOutput)
  child.stderr.on('data', onOutput)
  const ended = new Promise<Ending>((resolve) => {
    child.on('error', (error) => {
      write(`${error.message}\n`)
      resolve({ exitCode: null })
    })
    child.on('exit', (exitCode, endedBy) => resolve({ exitCode, signal: endedBy }))
  })

  let stalledMs: number | undefined
  let touchedMs = 0
  const watch = setInterval(async () => {
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }))
    if (mtimeMs !== touchedMs) lastSign = performance.now()
    touchedMs = mtimeMs
    const silenceMs = performance.now() - lastSign
    if (stalledMs !== undefined || silenceMs < stage.longestSilenceMs) return
    stalledMs = silenceMs
    endGroup(child, 'SIGINT')
    await delay(politeMs, undefined, { ref: false })
    endGroup(child, 'SIGKILL')
  }, lookEveryMs)
  const onAbort = () => endGroup(child, 'SIGKILL')
  signal.addEventListener('abort', onAbort, { once: true })

  const ending = await ended
  usage.stop()
  clearInterval(watch)
  signal.removeEventListener('abort', onAbort)
  endGroup(child, 'SIGKILL')
  return { ...ending, usage: usage.soFar(), ...(stalledMs !== undefined && { stalledMs }) }
}

function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // Nothing of it is left.
  }
}
