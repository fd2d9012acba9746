import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { addressOf, machineNames } from './network.ts'

/** A process that is started again whenever it ends, two seconds later, as systemd does it. */
export interface Service {
  kill(): Promise<void>
  /** Resolves once `isUp`. */
  up(): Promise<void>
}

const restartMs = 2000
const longestStartMs = 180_000

const openService = (start: () => ChildProcess, isUp: () => Promise<boolean>): Service => {
  let child = start()
  const again = (): void =>
    void child.once('exit', async () => {
      await wait(restartMs)
      child = start()
      again()
    })
  again()
  return {
    kill: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await gone
    },
    up: async () => {
      const end = performance.now() + longestStartMs
      while (!(await isUp())) {
        if (performance.now() > end) throw new Error('A service did not come up.')
        await wait(100)
      }
    },
  }
}

const answers = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(5000) }).then(
    ({ ok }) => ok,
    () => false,
  )

const program = fileURLToPath(new URL('../../apps/server/src/sitwell.ts', import.meta.url))
const portOf = (node: number) => 8100 + 2 * node

/** The proxy of `deploy/engine` before the database, and in the same process one before the nodes. */
export const openProxy = async (folder: string, nodes: number): Promise<Service> => {
  const text = await readFile(new URL('../../deploy/engine/haproxy.cfg', import.meta.url), 'utf8')
  const database = machineNames.reduce((filling, name) => filling.replaceAll(`@${name.toUpperCase()}@`, addressOf(name)), text)
  const servers = Array.from(
    { length: nodes },
    (_, node) => `  server node${node} 127.0.0.1:${portOf(node)} check inter 1s rise 1`,
  )
  const before = ['listen nodes', '  mode http', '  bind 127.0.0.1:8080', '  balance leastconn', '  option httpchk GET /readyz']
  const path = join(folder, 'haproxy.cfg')
  await writeFile(path, [database, ...before, '  option redispatch', ...servers, ''].join('\n'))
  const log = await open(join(folder, 'haproxy.log'), 'a')
  const start = () => spawn('haproxy', ['-db', '-f', path], { stdio: ['ignore', log.fd, log.fd] })
  return openService(start, () => answers('http://127.0.0.1:8080/readyz'))
}

/** A Sitwell node as `sitwell serve` starts it, which knows its database by the proxy alone. */
export const openNode = async (folder: string, node: number, secret: string, databaseUrl: string): Promise<Service> => {
  const data = join(folder, `node${node}`)
  await mkdir(data)
  const log = await open(join(data, 'log'), 'a')
  const env = {
    PATH: process.env.PATH,
    HOST: '127.0.0.1',
    PORT: String(portOf(node)),
    SITWELL_DATA: data,
    SITWELL_SECRET: secret,
    DATABASE_URL: databaseUrl,
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    SITWELL_ATTEMPTS_PER_MINUTE: '1000000',
    SITWELL_CONNECTIONS_PER_ADDRESS: '100000',
  }
  const start = () => spawn(process.execPath, [program, 'serve'], { env, stdio: ['ignore', log.fd, log.fd] })
  return openService(start, () => answers(`http://127.0.0.1:${portOf(node)}/readyz`))
}
