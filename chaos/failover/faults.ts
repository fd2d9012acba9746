import { setTimeout as wait } from 'node:timers/promises'
import type { Engine } from './engine.ts'
import { connectAgain, cutFromOthers, cutOff, type MachineName } from './network.ts'
import type { Service } from './nodes.ts'

/** All that can be broken. */
export interface Parts {
  readonly engine: Engine
  readonly nodes: readonly Service[]
  readonly proxy: Service
}

export interface FailoverFault {
  readonly name: string
  /** Breaks it; resolves with what mends it, once whatever takes its place has done so. */
  strike(parts: Parts): Promise<() => Promise<void>>
}

/** Breaks the machine that leads; another has to take over before it is mended. */
const ofPrimary = (
  name: string,
  doTo: (engine: Engine, primary: MachineName) => Promise<void>,
  mend: (engine: Engine, primary: MachineName) => Promise<void>,
): FailoverFault => ({
  name,
  strike: async ({ engine }) => {
    const primary = await engine.leader()
    await doTo(engine, primary)
    await engine.leader(primary)
    return () => mend(engine, primary)
  },
})

/** Kills a service, which is started again by itself. */
const ofService = (name: string, serviceOf: (parts: Parts) => Service | undefined): FailoverFault => ({
  name,
  strike: async (parts) => {
    const service = serviceOf(parts)
    if (!service) throw new Error(`There is nothing to be struck by “${name}”.`)
    await service.kill()
    return () => service.up()
  },
})

/** A frozen machine wakes up and takes itself for the primary until it has looked. */
export const failoverFaults: readonly FailoverFault[] = [
  ofPrimary(
    'primary killed',
    (engine, name) => engine.machines[name].signalAll('SIGKILL'),
    (engine, name) => engine.machines[name].start(),
  ),
  ofPrimary(
    'primary frozen',
    (engine, name) => engine.machines[name].signalAll('SIGSTOP'),
    (engine, name) => engine.machines[name].signalAll('SIGCONT'),
  ),
  ofPrimary(
    'primary cut off',
    (_engine, name) => cutOff(name),
    (_engine, name) => connectAgain(name),
  ),
  ofPrimary(
    'primary cut from the other machines alone',
    (_engine, name) => cutFromOthers(name),
    (_engine, name) => cutFromOthers(name, 'del'),
  ),
  ofPrimary(
    'Patroni of the primary frozen',
    (engine, name) => engine.machines[name].signal('/patroni ', 'SIGSTOP'),
    (engine, name) => engine.machines[name].signal('/patroni ', 'SIGCONT'),
  ),
  {
    name: 'PostgreSQL of the primary killed',
    strike: async ({ engine }) => {
      await engine.machines[await engine.leader()].signal('postgres', 'SIGKILL')
      return async () => undefined
    },
  },
  {
    name: 'synchronous standby killed',
    strike: async ({ engine }) => {
      const machine = engine.machines[await engine.synchronousStandby()]
      await machine.signalAll('SIGKILL')
      await wait(20_000)
      return () => machine.start()
    },
  },
  {
    name: 'leader of etcd killed',
    strike: async ({ engine }) => {
      const machine = engine.machines[await engine.leaderOfEtcd()]
      await machine.signal('etcd', 'SIGKILL')
      await wait(5000)
      return () => machine.start()
    },
  },
  ofService('first node killed', ({ nodes }) => nodes[0]),
  ofService('second node killed', ({ nodes }) => nodes[1]),
  ofService('proxy killed', ({ proxy }) => proxy),
]
