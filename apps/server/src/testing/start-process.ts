import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const command = fileURLToPath(new URL('../sitwell.ts', import.meta.url))

/** A server in its own process, and its address once it serves. `more`: of its environment. Rejects if it ends before. */
export const startProcess = async (dataFolder: string, databaseUrl: string | undefined, more: NodeJS.ProcessEnv = {}) => {
  const { DATABASE_URL: _, ...environment } = process.env
  const child = spawn(process.execPath, [command, 'serve'], {
    env: {
      ...environment,
      SITWELL_DATA: dataFolder,
      HOST: '127.0.0.1',
      PORT: '0',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...more,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const origin = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
      const address = /http:\/\/\S+/.exec(output)?.[0]
      if (address) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${output}`)))
  })
  return { child, origin }
}

/** Ends a process; answers its exit code, null if the signal ended it. */
export const end = async (child: ChildProcess, signal: NodeJS.Signals) => {
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.kill(signal)
  return ended
}
