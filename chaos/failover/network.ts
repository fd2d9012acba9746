import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ip = (...words: string[]) => run('ip', words)

/** The machines of the database; the nodes and the proxy are at {@link hostAddress}. */
export const machineNames = ['db1', 'db2', 'db3'] as const
export type MachineName = (typeof machineNames)[number]

export const network = '10.213.7.0/24'
export const hostAddress = '10.213.7.1'
export const addressOf = (name: MachineName): string => `10.213.7.1${name.slice(2)}`

/** A machine as a network namespace of that name, each at its own cable to one switch. */
export const openNetwork = async (): Promise<void> => {
  await ip('link', 'add', 'switch', 'type', 'bridge')
  await ip('addr', 'add', `${hostAddress}/24`, 'dev', 'switch')
  await ip('link', 'set', 'switch', 'up')
  for (const name of machineNames) {
    await ip('netns', 'add', name)
    await ip('link', 'add', `to-${name}`, 'type', 'veth', 'peer', 'name', 'cable', 'netns', name)
    await ip('link', 'set', `to-${name}`, 'master', 'switch', 'up')
    await ip('-n', name, 'addr', 'add', `${addressOf(name)}/24`, 'dev', 'cable')
    await ip('-n', name, 'link', 'set', 'lo', 'up')
    await ip('-n', name, 'link', 'set', 'cable', 'up')
  }
}

/** Pulls a machine's cable: nothing reaches it, and nobody is told. */
export const cutOff = async (name: MachineName): Promise<void> => void (await ip('link', 'set', `to-${name}`, 'down'))
export const connectAgain = async (name: MachineName): Promise<void> => void (await ip('link', 'set', `to-${name}`, 'up'))

/** Cuts a machine from the other machines of the database, while the nodes and the proxy still reach it; `del` undoes it. */
export const cutFromOthers = async (name: MachineName, what: 'add' | 'del' = 'add'): Promise<void> => {
  for (const other of machineNames.filter((one) => one !== name)) {
    await ip('-n', name, 'route', what, 'blackhole', `${addressOf(other)}/32`)
    await ip('-n', other, 'route', what, 'blackhole', `${addressOf(name)}/32`)
  }
}

/** Ids of the processes of a machine. */
export const processesOf = async (name: MachineName): Promise<number[]> => {
  const { stdout } = await ip('netns', 'pids', name)
  return stdout.split('\n').flatMap((line) => (line.trim() === '' ? [] : [Number(line)]))
}
