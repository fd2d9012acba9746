import { readdir, readFile } from 'node:fs/promises'

/** Milliseconds of processor time, by who took it. */
export interface ProcessorTime {
  /** The server's own process, except for what is distinguished here. */
  readonly server: number
  /** Its threads for what takes long: hashes of passwords above all. */
  readonly hashing: number
  /** SQLite's thread, or the processes of PostgreSQL. */
  readonly database: number
  /** This process, which makes the load. */
  readonly generator: number
}

const noTime: ProcessorTime = { server: 0, hashing: 0, database: 0, generator: 0 }

/** Threads of the server by the names that Node gives them. */
const partOf: Readonly<Record<string, keyof ProcessorTime>> = { WorkerThread: 'database', 'libuv-worker': 'hashing' }

const parts = ['server', 'hashing', 'database', 'generator'] as const

const ofEach = (figure: (part: keyof ProcessorTime) => number): ProcessorTime => ({
  server: figure('server'),
  hashing: figure('hashing'),
  database: figure('database'),
  generator: figure('generator'),
})

export function sumOfTimes(times: readonly ProcessorTime[]): ProcessorTime {
  return ofEach((part) => times.reduce((sum, time) => sum + time[part], 0))
}

/** What one of this many took. */
export function timeOfOne(time: ProcessorTime, count: number): ProcessorTime {
  return ofEach((part) => time[part] / count)
}

/** `0.9 + 0.3 + 0.1`: hashing apart, if there is any to speak of. */
export function inParts(time: ProcessorTime): string {
  const told = parts.filter((part) => part !== 'hashing' || time.hashing >= 0.5)
  const all = parts.reduce((sum, part) => sum + time[part], 0)
  return `${all.toFixed(2)} ms: ${told.map((part) => `${part} ${time[part].toFixed(2)}`).join(', ')}`
}

/** Of each thread of a process its name and what it has taken so far; none if the process is gone. */
async function threadsOf(pid: number): Promise<{ name: string; ms: number }[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  return Promise.all(
    threads.map(async (thread) => {
      const read = (file: string) => readFile(`/proc/${pid}/task/${thread}/${file}`, 'utf8').catch(() => '')
      const [name, figures] = await Promise.all([read('comm'), read('schedstat')])
      return { name: name.trim(), ms: Number(figures.split(' ')[0]) / 1_000_000 }
    }),
  )
}

/** What a server, the first of the processes, its database, which are the others, and this one have taken so far. */
async function takenBy([server = 0, ...database]: readonly number[]): Promise<ProcessorTime> {
  const ofServer = (await threadsOf(server)).map(({ name, ms }) => ({ ...noTime, [partOf[name] ?? 'server']: ms }))
  const ofDatabase = (await Promise.all(database.map(threadsOf))).flat().map(({ ms }) => ({ ...noTime, database: ms }))
  const { user, system } = process.cpuUsage()
  return sumOfTimes([...ofServer, ...ofDatabase, { ...noTime, generator: (user + system) / 1000 }])
}

/** What `work` takes of the processors, until it has ended; `processes` as {@link takenBy} has them. */
export async function processorTimeOf(processes: readonly number[], work: () => Promise<unknown>): Promise<ProcessorTime> {
  const before = await takenBy(processes)
  await work()
  const after = await takenBy(processes)
  return ofEach((part) => after[part] - before[part])
}
