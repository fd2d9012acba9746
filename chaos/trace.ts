import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { leaveNothing } from './leave-nothing.ts'
import { readSystemCalls, type SystemCall } from './system-calls.ts'

const traced = 'write,writev,sendto,sendmsg,pwrite64,pwritev,pwritev2,fsync,fdatasync'
/** Bytes of a write that are kept: all of any here. */
const longest = 1 << 20

const end = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })

/** Attaches strace to processes with all their threads, and those that they start; throws with its words where it can't. */
export const traceProcesses = async (pids: readonly number[]): Promise<{ stop(): Promise<SystemCall[]> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-trace-'))
  const path = join(folder, 'trace')
  const whom = pids.flatMap((pid) => ['-p', String(pid)])
  const wishes = ['-f', '-yy', '-e', `trace=${traced}`, '-e', 'signal=none', '-s', String(longest), '-o', path, ...whom]
  const child = spawn('strace', wishes, { stdio: ['ignore', 'ignore', 'pipe'] })
  const callOff = leaveNothing(() => child.kill('SIGTERM'))
  const stop = async () => {
    await end(child)
    callOff()
    const calls = readSystemCalls(await readFile(path, 'latin1').catch(() => ''))
    await rm(folder, { recursive: true })
    return calls
  }
  try {
    await new Promise<void>((resolve, reject) => {
      let output = ''
      child.once('error', reject)
      child.once('exit', () => reject(new Error(`strace does not trace: ${output}`)))
      child.stderr.on('data', (chunk) => {
        output += chunk
        // One that has ended since it was named, a connection's say, is none to wait for.
        if (pids.every((pid) => new RegExp(`Process ${pid} attached|, ${pid}\\): No such process`).test(output))) resolve()
      })
    })
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}

/** Why nothing can be traced on this machine; undefined if it can be. */
export const whyNoTrace = async (): Promise<string | undefined> => {
  const one = spawn('sleep', ['60'], { stdio: 'ignore' })
  try {
    await (await traceProcesses([one.pid ?? 0])).stop()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message.trim() : String(error)
  } finally {
    await end(one)
  }
}
