import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '../../apps/server/src/db/database.ts'
import { runStatement } from '../../apps/server/src/testing/run-statement.ts'
import { type Machine, openMachine, type Secrets } from './machine.ts'
import { addressOf, type MachineName, machineNames } from './network.ts'

/** What Patroni says of one machine. */
interface Member {
  readonly name: MachineName
  readonly role: string
  readonly state: string
  readonly lag?: number | string
}

export interface Engine {
  readonly machines: Readonly<Record<MachineName, Machine>>
  /** The members as whoever can be asked sees them; none if nobody answers. */
  members(): Promise<readonly Member[]>
  /** Who leads; waits until somebody does. `but`: anyone else. */
  leader(but?: MachineName): Promise<MachineName>
  /** The standby that a commit waits for. */
  synchronousStandby(): Promise<MachineName>
  /** The machine whose etcd leads the others. */
  leaderOfEtcd(): Promise<MachineName>
  /** Resolves once one leads and two follow it, one of them synchronously. */
  whole(): Promise<void>
  /** `postgres://…` of the account of Sitwell, at a host. */
  urlAt(host: string): string
}

const askAgainMs = 250
/** Milliseconds in which machines have to find each other again, on a busy computer. */
const longestMs = 300_000

const ask = async (url: string, body?: object): Promise<unknown> => {
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(2000) }).catch(() => undefined)
  return response?.json().catch(() => undefined)
}

const until = async <T>(what: string, find: () => Promise<T | undefined>): Promise<T> => {
  const end = performance.now() + longestMs
  for (;;) {
    const found = await find()
    if (found !== undefined) return found
    if (performance.now() > end) throw new Error(`${what}: not in ${longestMs / 1000} s.`)
    await wait(askAgainMs)
  }
}

const isFollowing = ({ role, state }: Member) => /standby|replica/.test(role) && ['running', 'streaming'].includes(state)

/** Three machines as `deploy/engine` describes them, started, with Sitwell's account and database. */
export const openEngine = async (folder: string): Promise<Engine> => {
  const secret = () => randomBytes(12).toString('hex')
  const secrets: Secrets = { superuser: secret(), replication: secret() }
  const password = secret()
  const opened = await Promise.all(machineNames.map((name) => openMachine(name, folder, secrets)))
  const [db1, db2, db3] = opened
  if (!db1 || !db2 || !db3) throw new Error('Three machines were asked for.')
  const machines = { db1, db2, db3 }

  const members = async (): Promise<readonly Member[]> => {
    const answers = await Promise.all(machineNames.map((name) => ask(`http://${addressOf(name)}:8008/cluster`)))
    // As Patroni's REST interface describes it. Who is cut off tells of what was.
    const reported = (answers as ({ members: Member[] } | undefined)[]).flatMap((answer) =>
      answer?.members ? [answer.members] : [],
    )
    return reported.find((one) => one.some(({ role }) => role === 'leader')) ?? []
  }
  /** Whoever says of itself that it leads; for a moment two may. */
  const leading = async () => {
    const answers = await Promise.all(
      machineNames.map(async (name) => {
        const init = { method: 'OPTIONS', signal: AbortSignal.timeout(2000) }
        const status = await fetch(`http://${addressOf(name)}:8008/primary`, init)
          .then((one) => one.status)
          .catch(() => 0)
        return { name, status }
      }),
    )
    return answers.filter(({ status }) => status === 200).map(({ name }) => name)
  }
  const leader = (but?: MachineName) =>
    until('A machine that leads', async () => (await leading()).find((name) => name !== but))
  const synchronousStandby = () =>
    until('A standby that commits wait for', async () => (await members()).find(({ role }) => role === 'sync_standby')?.name)

  for (const machine of opened) await machine.start()
  const first = await leader()
  const superuser = openDatabase({
    dialect: 'postgres',
    url: `postgres://postgres:${secrets.superuser}@${addressOf(first)}/postgres`,
    poolSize: 1,
  })
  // Strict: nothing is written before a standby is there.
  await synchronousStandby()
  await runStatement(superuser, `create role sitwell login password '${password}'`)
  await runStatement(superuser, 'create database sitwell owner sitwell')
  await superuser.close()

  return {
    machines,
    members,
    leader,
    synchronousStandby,
    leaderOfEtcd: () =>
      until('The leader of etcd', async () => {
        for (const name of machineNames) {
          // As etcd's gateway describes it: the leader is who has the leader's id as its own.
          const status = (await ask(`http://${addressOf(name)}:2379/v3/maintenance/status`, {})) as
            | { header?: { member_id: string }; leader?: string }
            | undefined
          if (status?.leader !== undefined && status.leader === status.header?.member_id) return name
        }
        return undefined
      }),
    whole: () =>
      until('Three machines that follow each other', async () => {
        const all = await members()
        const isWhole = all.filter(isFollowing).length === 2 && all.some(({ role }) => role === 'sync_standby')
        return isWhole && (await leading()).length === 1 ? true : undefined
      }).then(() => undefined),
    urlAt: (host) => `postgres://sitwell:${password}@${host}/sitwell`,
  }
}
