import type { World } from '../e2e/arrange.ts'
import type { Fault as Found } from './compare.ts'
import type { Crew } from './crew.ts'
import {
  type Fault,
  type FaultKind,
  isOfFile,
  isOfNetwork,
  isSetBack,
  type MomentaryFault,
  type SetBackFault,
} from './fault-kinds.ts'
import type { Network } from './network.ts'
import type { Backup } from './place.ts'
import type { Plan } from './plan.ts'
import type { RunPlace } from './run-place.ts'
import { authorisedLogout } from './sessions.ts'

/** Brings about what a plan has planned to go wrong, and heals it again. */
export interface Strikes {
  /** Answers whether what the learner was doing is over by it. */
  strike(fault: Fault): Promise<boolean>
  /** Before each step, and before the learner comes (-1): copies that a later one needs, and what was to last until then. */
  before(step: number): Promise<void>
  /** The database is set back as it is planned for the end of the run. */
  atFinish(): Promise<void>
  /** All that heals does so now. */
  healAll(): Promise<void>
  /** What was wrong while it struck: a log-off that told that all is on the server, or sent nothing. */
  readonly found: readonly Found[]
  /** The clock of a device, or of the server, was set. */
  hasSteadyClock(): boolean
  /** What was in the database may be gone from it without anybody's fault: its log, above all. */
  wasSetBack(): boolean
  /** Throws away what it has made for this run. */
  stop(): Promise<void>
}

interface StrikesParts {
  readonly plan: Plan
  readonly world: World
  readonly place: RunPlace
  readonly network: Network
  readonly crew: Crew
  /** What of the answers isn't on the server, of all that was entered. */
  lost(): Promise<Found[]>
}

/** Milliseconds that somebody who logs off lets their answers be sent, if nothing is wrong, and where something is. */
const patientMs = 20_000
const hurriedMs = 1500

export const createStrikes = ({ plan, world, place, network, crew, lost }: StrikesParts): Strikes => {
  const found: Found[] = []
  const healing = new Set<() => Promise<void>>()
  /** By the step before which they heal. */
  const healingBefore = new Map<number, () => Promise<void>>()
  const backups = new Map<number, Backup>()
  let hasSteadyClock = true
  let wasSetBack = false
  let isFileSpoilt = false
  const person = world.people[0]

  /** Heals by itself after a while, or with everything at the end. */
  const lasting = ({ lastsMs, untilStep, isForEver }: Fault, heal: () => Promise<void> | void) => {
    if (isForEver) return
    let healed: Promise<void> | undefined
    const once = () => {
      healed ??= Promise.resolve()
        .then(heal)
        .catch((error: unknown) => void found.push({ kind: 'stuck', detail: `it does not heal: ${String(error)}` }))
        .finally(() => healing.delete(once))
      return healed
    }
    healing.add(once)
    if (untilStep !== undefined) return void healingBefore.set(untilStep, once)
    setTimeout(() => void once(), lastsMs).unref()
  }
  const backupFor = ({ backupStep = 0 }: Pick<Fault, 'backupStep'>): Backup => {
    const backup = backups.get(backupStep)
    if (!backup) throw new Error(`There is no copy of the database from before step ${backupStep}.`)
    return backup
  }

  /** Copies of the database from before a session ended: what the server had by then is on its device no more. */
  const older = new Set<Backup>()
  const letGo = () => {
    for (const backup of backups.values()) older.add(backup)
  }
  const forget = (backup: Backup) => {
    if (plan.isCmi5 || older.has(backup)) crew.note({ what: 'forgot' })
  }
  const signOut = async () => {
    // It goes with its page, and the page knows nothing of what it has not said yet.
    if (plan.isCmi5) await crew.noteCut(false)
    const isWell = healing.size === 0 && !network.isStruck()
    const done = await crew.learner().signOut(isWell ? patientMs : hurriedMs)
    if (done !== 'not signed out') letGo()
    if (done === 'not signed out' || crew.devices.length > 1 || wasSetBack) return
    if (isWell && done === 'some here')
      found.push({ kind: 'lost', detail: 'nothing was wrong, and an answer was not sent before the log-off' })
    if (done === 'some here') return
    const missing = await lost().catch(() => [])
    for (const { question, detail } of missing)
      found.push({ kind: 'untold', ...(question !== undefined && { question }), detail: `at the log-off: ${detail}` })
  }

  const setBack = async (kind: SetBackFault, fault: Fault) => {
    wasSetBack = true
    const backup = backupFor(fault)
    await place.setBack(backup, {
      isFailover: kind === 'failover that lacks seconds',
      isQuiet: fault.isAbrupt ?? false,
    })
    forget(backup)
  }

  /** What is over in a moment, and ends what the learner was doing, or doesn't. */
  const ofMoment: Record<Exclude<MomentaryFault, SetBackFault>, (fault: Fault) => Promise<boolean>> = {
    'token expired': async () => {
      network.expireTokens()
      return false
    },
    'session over': async () => {
      await authorisedLogout(place.origin, network.lastToken(), person.userGuid)
      return false
    },
    'signed out': async () => {
      await signOut()
      return true
    },
    'service worker updated': async () => {
      network.renewPlayer()
      await crew.device().lookForNewer()
      return false
    },
    'tab closed': async () => {
      await crew.noteCut(false)
      await crew.device().closeTab(crew.address)
      return true
    },
    'tab crashed': async () => {
      await crew.noteCut(false)
      await crew.device().crashTab(crew.address)
      return true
    },
    'page reloaded': async () => {
      await crew.noteCut(true)
      await crew.device().reload()
      return true
    },
    'browser killed': async () => {
      await crew.noteCut(false)
      await crew.device().killBrowser(crew.address)
      return true
    },
    'second tab': async () => {
      await crew.device().openSecondTab()
      return true
    },
    'second device': async ({ isAbrupt = false }) => {
      await crew.changeDevice(isAbrupt)
      return true
    },
  }
  const isOfMoment = (kind: FaultKind): kind is keyof typeof ofMoment => kind in ofMoment

  /** What lasts, and is no fault of the network. */
  const last = async (fault: Fault) => {
    const { kind, byMs = 0 } = fault
    if (isOfFile(kind)) {
      // It is deleted, or another, already: what heals that puts the right one back, and a second time would set it back.
      if (isFileSpoilt) return
      isFileSpoilt = true
      const backup = backupFor(fault)
      wasSetBack = true
      await place.spoilFile(kind, backup)
      return lasting(fault, async () => {
        await place.mendFile(kind, backup)
        isFileSpoilt = false
        forget(backup)
      })
    }
    switch (kind) {
      case 'server killed':
        await place.killServer()
        return lasting(fault, place.startServer)
      case 'database killed':
        await place.killDatabase()
        return lasting(fault, place.startDatabase)
      case 'clock jump': {
        const device = crew.device()
        hasSteadyClock = false
        await device.setClock(byMs)
        return lasting(fault, () => device.setClock(0))
      }
      case 'server clock jump':
      case 'server restarted with another clock':
        hasSteadyClock = false
        await place.setClock(byMs, kind === 'server restarted with another clock')
        return lasting(fault, () => place.setClock(0, false))
      case 'disk full':
        return lasting(fault, await crew.fillDisk())
    }
    throw new Error(`Nobody knows how to bring about “${kind}”.`)
  }

  const healAll = async () => {
    await Promise.all([...healing].map((heal) => heal()))
    await place.startDatabase()
    await place.startServer()
  }

  return {
    found,
    healAll,
    hasSteadyClock: () => hasSteadyClock,
    wasSetBack: () => wasSetBack,
    async atFinish() {
      const planned = plan.atFinish
      if (!planned) return
      wasSetBack = true
      crew.note({ what: 'struck', kind: planned.kind })
      const { isFailover, isAbrupt } = planned
      const backup = backupFor(planned)
      await place.setBack(backup, { isFailover, isQuiet: isAbrupt })
      if (older.has(backup)) forget(backup)
    },
    async strike(fault) {
      const { kind, isPatient = false, isAnnounced = false, word } = fault
      if (isPatient) await crew.settled()
      crew.note({ what: 'struck', kind })
      if (isOfNetwork(kind)) {
        lasting(fault, network.strike(kind, word))
        if (isAnnounced) await crew.device().tellOfNetwork('offline')
        return false
      }
      if (isSetBack(kind)) await setBack(kind, fault)
      else if (isOfMoment(kind)) return ofMoment[kind](fault)
      else await last(fault)
      return false
    },
    async before(step) {
      const heal = healingBefore.get(step)
      if (heal) await crew.settled().then(heal)
      const isNeeded = plan.atFinish?.backupStep === step || plan.steps.some(({ fault }) => fault?.backupStep === step)
      if (!isNeeded) return
      // There is one to be made only of a database that is well.
      await healAll()
      backups.set(step, await place.backUp())
    },
    async stop() {
      await healAll()
      await place.setClock(0, false)
      for (const backup of backups.values()) await place.forget(backup)
    },
  }
}
