import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Northway Pilots as the demonstration serves them: over an empty folder, with the stand-in of both proctoring providers. */
export interface Demonstration {
  /** Of the server, and of the stand-in; `http://127.0.0.1:PORT`. */
  readonly origin: string
  readonly standIn: string
  stop(): Promise<void>
}

export const startDemonstration = async (): Promise<Demonstration> => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-northway-'))
  const { DATABASE_URL: _, SITWELL_PROCTORING: __, NODE_OPTIONS: ___, ...environment } = process.env
  const env = { ...environment, SITWELL_DATA: folder, PORT: '0', HOST: '127.0.0.1' }
  const at = (path: string) => join(import.meta.dirname, '..', path)
  for (const words of [['migrate'], ['import', at('demo/northway')]])
    execFileSync(process.execPath, [at('apps/server/src/sitwell.ts'), ...words], { env })
  const child = spawn(process.execPath, [at('demo/serve.ts')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const origins: string[] = []
  for await (const line of createInterface(child.stdout)) {
    const [origin] = /http:\S+/.exec(line) ?? []
    if (origin !== undefined) origins.push(origin)
    if (origins.length === 2) break
  }
  const [standIn = '', origin = ''] = origins
  return {
    origin,
    standIn,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}
