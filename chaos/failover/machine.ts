import { execFile, spawn } from 'node:child_process'
import { mkdir, open, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { asPostgres } from '../postgres-cluster.ts'
import { addressOf, type MachineName, machineNames, network, processesOf } from './network.ts'

const run = promisify(execFile)

export interface Secrets {
  readonly superuser: string
  readonly replication: string
}

/** What an operator gets to run each machine of the database with, from `deploy/engine`, with this machine's names in it. */
const filled = async (file: string, name: MachineName, folder: string, secrets: Secrets): Promise<string> => {
  const text = await readFile(new URL(`../../deploy/engine/${file}`, import.meta.url), 'utf8')
  const addresses = machineNames.map((one) => [`@${one.toUpperCase()}@`, addressOf(one)] as const)
  const words = [
    ...addresses,
    ['@NAME@', name],
    ['@ADDRESS@', addressOf(name)],
    ['@NETWORK@', network],
    ['@SUPERUSER-PASSWORD@', secrets.superuser],
    ['@REPLICATION-PASSWORD@', secrets.replication],
    // Three machines on one disk.
    ['/var/lib/etcd/sitwell', join(folder, 'etcd')],
    ['/var/lib/postgresql/15/sitwell', join(folder, 'data')],
    ['/var/lib/postgresql/', `${folder}/`],
    ['/var/run/postgresql', folder],
    ['/usr/lib/postgresql/15/bin', process.env.SITWELL_POSTGRES_PROGRAMS ?? '/usr/lib/postgresql/15/bin'],
  ] as const
  return words.reduce((filling, [word, value]) => filling.replaceAll(word, value), text)
}

/** A machine with etcd and Patroni, which starts PostgreSQL. */
export interface Machine {
  readonly name: MachineName
  /** Starts what doesn't run of it, as systemd does at the start of a machine. */
  start(): Promise<void>
  /** To Patroni, PostgreSQL and etcd, at once. */
  signalAll(signal: NodeJS.Signals): Promise<void>
  /** To the processes whose command line has the word. */
  signal(word: string, signal: NodeJS.Signals): Promise<void>
}

const send = (pid: number, signal: NodeJS.Signals) => {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended by itself.
  }
}

const commandOf = (pid: number): Promise<string> =>
  readFile(`/proc/${pid}/cmdline`, 'utf8').then(
    (words) => words.replaceAll('\0', ' '),
    () => '',
  )

export const openMachine = async (name: MachineName, parent: string, secrets: Secrets): Promise<Machine> => {
  const folder = join(parent, name)
  await mkdir(folder, { mode: 0o700 })
  const settings = join(folder, 'patroni.yml')
  await writeFile(settings, await filled('patroni.yml', name, folder, secrets), { mode: 0o600 })
  const environment = Object.fromEntries(
    (await filled('etcd.env', name, folder, secrets))
      .split('\n')
      .flatMap((line) => (/^[A-Z0-9_]+=/.test(line) ? [line.split(/=(.*)/s).slice(0, 2) as [string, string]] : [])),
  )
  await run('chown', ['-R', 'postgres:', folder])
  const log = await open(join(folder, 'log'), 'a')
  const spawnIn = (command: string, given: readonly string[], more: Readonly<Record<string, string>>) => {
    const child = spawn('ip', ['netns', 'exec', name, ...asPostgres(command, given).flat()], {
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: dirname(settings), ...more },
      stdio: ['ignore', log.fd, log.fd],
      detached: true,
    })
    child.on('error', () => {})
  }
  const running = async () =>
    Promise.all((await processesOf(name)).map(async (pid) => ({ pid, command: await commandOf(pid) })))
  const signal = async (word: string, what: NodeJS.Signals) => {
    for (const { pid, command } of await running()) if (command.includes(word)) send(pid, what)
  }
  return {
    name,
    start: async () => {
      const commands = (await running()).map(({ command }) => command)
      // After a crash of the whole machine etcd continues with what it has.
      if (!commands.some((command) => command.startsWith('etcd'))) spawnIn('etcd', [], environment)
      if (!commands.some((command) => command.includes('/patroni '))) spawnIn('/usr/bin/patroni', [settings], {})
    },
    signalAll: async (what) => {
      // Some start others until they are gone.
      for (let left = await processesOf(name); left.length > 0; left = what === 'SIGKILL' ? await processesOf(name) : [])
        for (const pid of left) send(pid, what)
    },
    signal,
  }
}
