import { type ChildProcess, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What `sitwell` is, as Node runs it. */
export const program = fileURLToPath(new URL('../sitwell.ts', import.meta.url))

/** These variables alone say what the program is told: nothing of the tests' own, nor of their loaders. */
export const programEnvironment = (variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^SITWELL_|^DATABASE_URL$|^NODE_OPTIONS$/.test(name))),
  ...variables,
})

interface ServedProgram {
  readonly child: ChildProcess
  readonly ready: Promise<string>
  /** What it had written when it was ready. */
  output(): string
}

/** The program itself, as an operator starts it. `ready` resolves with its port, and throws an error if it ends before that. */
export const serveProgram = (env: NodeJS.ProcessEnv): ServedProgram => {
  const child = spawn(process.execPath, [program, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  const untilReady = async () => {
    for await (const part of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      output += String(part)
      const [, port] = /ready at http:\/\/[^:]+:(\d+)/.exec(output) ?? []
      if (port !== undefined) return port
    }
    throw new Error(`It ended: ${output}`)
  }
  return { child, ready: untilReady(), output: () => output }
}

/** Writes a list of databases: each of these names has one of its own in the folder, and nobody has any other name. */
export const writeDatabases = async (folder: string, names: readonly string[]): Promise<string> => {
  const file = join(folder, 'databases.json')
  const databases = names.map((name) => ({ names: [name], dataFolder: join(folder, name) }))
  await writeFile(file, JSON.stringify({ otherNames: 'refused', databases }), { mode: 0o600 })
  return file
}
