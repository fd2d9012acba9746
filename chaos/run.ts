import type { World } from '../e2e/arrange.ts'
import { sessionOf } from '../e2e/session-of.ts'
import { chanceOf } from './chance.ts'
import { type ComparedExam, compareAnswers, type Fault as Found } from './compare.ts'
import { compareFiles } from './compare-files.ts'
import { compareLog } from './compare-log.ts'
import type { Desk } from './desks.ts'
import type { Device } from './device.ts'
import { chaosOrganisation, questionKinds } from './exam.ts'
import { createLearner, type Learner, Stuck, type WithoutPlace } from './learner.ts'
import { unsentRequests } from './look.ts'
import { type Network, openNetwork } from './network.ts'
import { blank, type Note, storedValue } from './notes.ts'
import type { Place } from './place.ts'
import { type Fault, networkFaults, type Plan } from './plan.ts'
import { authorisedLogout } from './sessions.ts'
import { hasSettled } from './settle.ts'
import type { Stored } from './stored.ts'

/** What a run came to. */
export interface RunResult {
  readonly plan: Plan
  readonly found: readonly Found[]
  /** Milliseconds from the healing of everything until all was on the server; undefined where that never was. */
  readonly recoveryMs: number | undefined
  readonly notes: readonly Note[]
  readonly stored: Stored | undefined
}

export interface RunParts {
  readonly place: Place
  /** Nobody else is at it. */
  readonly desk: Desk
  /** Milliseconds in which all has to be on the server, once everything is healed and the learner is back. */
  readonly longestRecoveryMs?: number
  say(line: string): void
}

/** What has to be kept from a second later on. */
const needTime: readonly Note['what'][] = ['entered', 'perhaps entered', 'seen', 'moved', 'removed', 'perhaps removed']
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const defaultLongestRecoveryMs = 120_000

/** Plays one plan against a server, in a real browser, and compares what was entered with what is there at the end. */
export const playRun = async (plan: Plan, parts: RunParts): Promise<RunResult> => {
  const world = await parts.place.arrange(chaosOrganisation)
  const network = openNetwork(parts.desk.wire, parts.place.origin, chanceOf(plan.seed + 0x5eed))
  const run = await createRun(plan, world, network, parts)
  try {
    return await run.play()
  } finally {
    await run.stop()
    network.stop()
  }
}

const createRun = async (plan: Plan, world: World, network: Network, parts: RunParts) => {
  const { place, desk, say, longestRecoveryMs = defaultLongestRecoveryMs } = parts
  const notes: Note[] = []
  const found: Found[] = []
  const devices: Device[] = []
  const learners: Learner[] = []
  const healing = new Set<() => Promise<void>>()
  /** By the step before which they heal. */
  const healingBefore = new Map<number, () => Promise<void>>()
  const settling = new Set<Promise<void>>()
  let current = 0
  let isDiskFull = false
  /** Up to when all had been kept, as far as is known. */
  let settledMs = Number.NEGATIVE_INFINITY
  /** From when on the disk may have taken nothing; until the page says no more that answers are not kept. */
  let fullSinceMs: number | undefined
  let hasSteadyClock = true

  const [examOfRun] = world.exams
  if (!examOfRun) throw new Error('The organisation has no exam.')
  const address = `/exam/${examOfRun.examGuid}`
  const exam: ComparedExam = {
    questionIds: examOfRun.questionIds,
    isTyped: questionKinds.map((kind) => kind === 'text'),
  }
  const person = world.people[0]

  const note = (device: number, told: WithoutPlace) => {
    // That a file is deleted, a full disk does not keep.
    const what = told.what === 'removed' && isDiskFull ? { ...told, isKept: false } : told
    const whole = { ...what, atMs: performance.now(), device } as Note
    notes.push(whole)
    say(JSON.stringify(whole))
    if (!needTime.includes(whole.what)) return
    // Of a browser that is gone meanwhile nothing is known.
    const settled: Promise<void> = settle(whole).catch(() => undefined)
    settling.add(settled)
    void settled.then(() => settling.delete(settled))
  }
  const settle = async ({ device, atMs }: Note) => {
    const page = devices[device]?.page()
    if (!page || !(await hasSettled(page))) return
    settledMs = atMs
    note(device, { what: 'settled', sinceMs: atMs })
  }
  const device = () => {
    const found = devices[current]
    if (!found) throw new Error('There is no device.')
    return found
  }
  const learner = () => {
    const found = learners[current]
    if (!found) throw new Error('There is no learner.')
    return found
  }
  const addDevice = async () => {
    const number = devices.length
    const { serviceWorker, isFirstVisit } = plan
    const opened = await desk.seat(number).take({ number, serviceWorker, isFirstVisit })
    devices.push(opened)
    learners.push(
      createLearner({
        device: opened,
        address,
        launchAddress: async () => {
          const session = await sessionOf({ ...world, origin: network.origin }, person)
          return `${address}?x=${encodeURIComponent(JSON.stringify(session))}`
        },
        note: (what) => note(number, what),
      }),
    )
  }

  /** Heals by itself after a while, or with everything at the end. */
  const lasting = ({ lastsMs, untilStep }: Fault, heal: () => Promise<void> | void) => {
    let healed: Promise<void> | undefined
    const once = () => {
      healed ??= Promise.resolve(heal()).finally(() => healing.delete(once))
      return healed
    }
    healing.add(once)
    if (untilStep !== undefined) return void healingBefore.set(untilStep, once)
    setTimeout(() => void once().catch((error: unknown) => say(`healing failed: ${String(error)}`)), lastsMs).unref()
  }
  const findUnsafe = async () => {
    if (fullSinceMs === undefined) return undefined
    // What it held while the disk was full goes there with its next write.
    const isTold = await learner().isToldUnsafe()
    if (!isTold && !isDiskFull) fullSinceMs = undefined
    return isTold ? fullSinceMs : undefined
  }
  /** Right before the page is gone. */
  const noteCut = async (isReload: boolean) => {
    // A page that goes in good order hands what the disk didn't take to the next one in its tab.
    const unsafeSinceMs = isReload ? undefined : await findUnsafe()
    note(current, { what: 'cut short', isReload, ...(unsafeSinceMs !== undefined && { unsafeSinceMs }) })
  }
  const changeDevice = async (isAbrupt: boolean) => {
    if (isAbrupt) {
      await noteCut(false)
      await device().endTab()
    }
    // While the database is down nobody can tell, and nothing counts as handed on.
    const unknown = exam.questionIds.map(() => 'not known')
    const held = await place.stored(world).then(heldBy, () => unknown)
    const isNew = devices.length === 1
    if (isNew) await addDevice()
    current = 1 - current
    note(current, { what: 'changed device', held })
    // Its tab may have been ended when it went off.
    if (isNew || device().page().url() === 'about:blank') await learner().arrive()
  }
  const heldBy = (stored: Stored) =>
    exam.questionIds.map((id, number) => {
      const row = stored.answers.find(({ questionId }) => questionId === id)
      return row ? storedValue(row, exam.isTyped[number] ?? false) : blank
    })

  /** Answers whether what the learner was doing is over by it. */
  const strike = async (fault: Fault): Promise<boolean> => {
    const { kind, byMs = 0, isAbrupt = false, isPatient = false, isTold = false } = fault
    if (isPatient) await Promise.all(settling)
    note(current, { what: 'struck', kind })
    const ofNetwork = networkFaults.find((one) => one === kind)
    if (ofNetwork) {
      lasting(fault, network.strike(ofNetwork))
      if (isTold) await device().tellOfNetwork('offline')
      return false
    }
    switch (kind) {
      case 'token expired':
        network.expireTokens()
        return false
      case 'session over':
        await authorisedLogout(place.origin, network.lastToken(), person.userGuid)
        return false
      case 'service worker updated':
        network.renewPlayer()
        await device()
          .page()
          .evaluate(async () => (await navigator.serviceWorker?.getRegistration())?.update())
          .catch(() => undefined)
        return false
      case 'tab crashed':
        await noteCut(false)
        await device().crashTab(address)
        return true
      case 'page reloaded':
        await noteCut(true)
        await device().reload()
        return true
      case 'browser killed':
        await noteCut(false)
        await device().killBrowser(address)
        return true
      case 'second tab':
        await device().openSecondTab()
        return true
      case 'second device':
        await changeDevice(isAbrupt)
        return true
      case 'server killed':
        await place.killServer()
        lasting(fault, place.startServer)
        return false
      case 'database killed':
        await place.killDatabase()
        lasting(fault, place.startDatabase)
        return false
      case 'clock jump':
        hasSteadyClock = false
        await device().setClock(byMs)
        lasting(fault, () => device().setClock(0))
        return false
      case 'disk full': {
        const at = device()
        await findUnsafe()
        await at.setDisk(true)
        isDiskFull = true
        // What the page was about to write isn't there either.
        fullSinceMs ??= settledMs
        lasting(fault, () =>
          at
            .setDisk(false)
            .catch(() => undefined)
            .then(() => {
              isDiskFull = false
            }),
        )
        return false
      }
    }
    throw new Error(`Nobody knows how to bring about “${kind}”.`)
  }

  const healAll = async () => {
    await Promise.all([...healing].map((heal) => heal()))
    await place.startDatabase()
    await place.startServer()
  }

  /** Brings a device back into the exam, and waits until it has nothing left to send. */
  const syncDevice = async () => {
    await learner().comeBack()
    await learner().leaveQuestion()
    const end = performance.now() + longestRecoveryMs
    for (;;) {
      const waiting = await unsentRequests(device().page(), 500)
      if (waiting === 0) return
      if (performance.now() > end) throw new Stuck(`${waiting} requests are not sent`)
      await learner().comeBack()
    }
  }
  const faultsNow = async () => {
    const stored = await place.stored(world)
    return [...compareAnswers(notes, exam, stored), ...compareFiles(notes, stored)]
  }
  /** Until nothing is missing, or for so long that it never will be there. */
  const untilHeld = async () => {
    const end = performance.now() + longestRecoveryMs / 4
    while ((await faultsNow()).some(({ kind }) => kind === 'lost' || kind === 'overwritten') && performance.now() < end)
      await wait(250)
  }

  return {
    async play(): Promise<RunResult> {
      let recoveryMs: number | undefined
      try {
        await addDevice()
        note(0, { what: 'changed device', held: exam.questionIds.map(() => blank) })
        await learner().arrive()
        for (const [step, { act, pauseMs, fault }] of plan.steps.entries()) {
          await wait(pauseMs)
          const heal = healingBefore.get(step)
          if (heal) await Promise.all(settling).then(heal)
          say(`   ${JSON.stringify(act)}`)
          let hasStruck = false
          await learner().act(act, async (done) => {
            if (!fault || hasStruck || done < fault.after) return false
            hasStruck = true
            return strike(fault)
          })
        }
        await healAll()
        if (plan.tellsOfReturn) for (const one of devices) await one.tellOfNetwork('online')
        say('-- healed')
        const healedMs = performance.now()
        const last = current
        if (devices.length > 1) {
          current = 1 - last
          await syncDevice()
          current = last
        }
        await syncDevice()
        // What was held back comes last of all, behind everything newer.
        await network.deliverHeld()
        await untilHeld()
        recoveryMs = performance.now() - healedMs
        if (plan.ending === 'finish') await learner().finish()
      } catch (error) {
        if (!(error instanceof Stuck)) throw error
        found.push({ kind: 'stuck', detail: error.message })
      }
      await healAll()
      const stored = await place.stored(world)
      found.push(...compareAnswers(notes, exam, stored), ...compareFiles(notes, stored))
      found.push(...compareLog(notes, exam, stored, hasSteadyClock))
      if (plan.ending === 'finish' && !found.some(({ kind }) => kind === 'stuck') && stored.formRuns[0]?.completed_at == null)
        found.push({ kind: 'lost', detail: 'the completion is not on the server' })
      return { plan, found, recoveryMs, notes, stored }
    },
    async stop() {
      await healAll()
      for (const one of devices) await one.leave()
    },
  }
}
