import {
  generationHeader,
  officeMarkingNext,
  officeMarkingQueues,
  officeMarkingRelease,
  officeMarkingRenew,
  officeMarkingResponse,
} from '@sitwell/contract'
import { createGenerationWatch } from '@sitwell/request-queue/generation-watch'
import { openDevice } from '../../apps/office/src/marking/device/open-device.ts'
import { shownIn } from '../../apps/office/src/marking/work/marking-line.ts'
import { createMarkingSession } from '../../apps/office/src/marking/work/marking-session.ts'
import type { World } from '../../e2e/arrange.ts'
import { valueFrom } from '../../e2e/session-of.ts'
import type { Chance } from '../chance.ts'
import type { SimulatedNetwork } from '../fast/simulated-network.ts'
import { createSimulatedStore } from '../fast/simulated-store.ts'
import { inRealm, type Realm } from '../fast/simulated-time.ts'
import { type OfficeJar, officePage, realmOf } from './office-page.ts'

/** A mark that somebody meant to give. No two have the same comment. */
export interface MeantMark {
  readonly comment: string
  readonly responseID: string
  readonly marks: number
  /** The comment of the mark that it replaces: the newest one that the page had shown, or one of this device that wasn't on the server yet. */
  readonly after: string | undefined
  /** The page has said that it is kept on the device. */
  isKept: boolean
  /** The entry that the page was told it has become. */
  entry?: number
}

interface MarkerParts {
  readonly world: World
  readonly username: string
  readonly jar: OfficeJar
  readonly network: SimulatedNetwork
  readonly chance: Chance
  /** Responses that anybody has opened: whoever knows one may open it again. */
  readonly known: Set<string>
  onError(error: unknown): void
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

type Device = Awaited<ReturnType<typeof openDevice>>

/** A marker at one browser: the office's own queue, store and session of marking, without the screens. */
export const createSimulatedMarker = ({ world, username, jar, network, chance, known, onError }: MarkerParts) => {
  const store = createSimulatedStore()
  const meant: MeantMark[] = []
  const userGuid = world.people.find((one) => one.username === username)?.userGuid ?? ''
  let page: { readonly realm: Realm; device?: Device } | undefined
  let isWorking = true
  let opened = 0

  const noteOutcomes = (device: Device) =>
    device.onOutcome(({ mark, outcome }) => {
      const own = meant.find(({ comment }) => comment === mark.given.comment)
      if (own) own.entry = outcome.entry
    })

  const give = async (device: Device, session: ReturnType<typeof createMarkingSession>): Promise<void> => {
    const item = shownIn(session.state().line)
    if (!item) return
    known.add(item.responseID)
    // A page that returns to its own mark knows the entry of that mark only from the reply.
    const seen =
      item.entries.find(({ entry }) => entry === item.newestEntry) ??
      meant
        .map(({ comment, responseID, entry }) => ({ comment, responseID, entry }))
        .findLast(({ responseID, entry }) => responseID === item.responseID && entry === item.newestEntry)
    const one: MeantMark = {
      ...{ comment: `${username} ${meant.length + 1}`, responseID: item.responseID, marks: chance.whole(0, item.maxMarks) },
      after: device.waitingFor(item.responseID)?.given.comment ?? seen?.comment,
      isKept: false,
    }
    meant.push(one)
    await session.give(item, { marks: one.marks, comment: one.comment })
    one.isKept = true
  }

  const step = async (device: Device, session: ReturnType<typeof createMarkingSession>): Promise<unknown> => {
    if (!shownIn(session.state().line) || chance.isTrue(0.25))
      return known.size === 0 ? session.read() : session.open(chance.pick([...known]))
    if (chance.isTrue(0.1)) return session.skip()
    if (chance.isTrue(0.1)) return session.back()
    return give(device, session)
  }

  const work = async (realm: Realm): Promise<void> => {
    const generation = createGenerationWatch(onError)
    const api = officePage(network.origin, jar, async (...asked) => {
      const answer = await realm.fetch(...asked)
      generation.heard(answer.headers.get(generationHeader))
      return answer
    })
    const device = await openDevice({ api, userGuid, generation, nowMs: () => Date.now(), random: chance.number, onError })
    if (page?.realm === realm) page.device = device
    noteOutcomes(device)
    let queueID: string | undefined
    while (queueID === undefined && isWorking) {
      const listed = await api.call(officeMarkingQueues, { query: {} })
      if (listed.ok) queueID = valueFrom(listed).queues[0]?.queueID
      else await wait(1000)
    }
    const session = createMarkingSession({
      ...{ queueID: queueID ?? '', device, nowMs: () => Date.now(), onError },
      calls: {
        next: (count, held) =>
          api.call(officeMarkingNext, { body: { queueID: queueID ?? '', count, held: [...held] } }, { attempts: 1 }),
        response: (responseID) => api.call(officeMarkingResponse, { query: { responseID } }, { attempts: 1 }),
        renew: (responses) => api.call(officeMarkingRenew, { body: { responses: [...responses] } }),
        release: (responses) => api.call(officeMarkingRelease, { body: { responses: [...responses] } }),
      },
    })
    while (isWorking) {
      await wait(chance.whole(100, 2500))
      await step(device, session)
    }
  }

  const open = () => {
    opened += 1
    const realm = realmOf(network, store.indexedDB, () => 0)
    page = { realm }
    inRealm(realm, () => void work(realm).catch(onError))
  }
  const kill = () => {
    if (!page) return
    page.realm.isAlive = false
    page = undefined
    store.cutOff(chance)
  }
  open()

  return {
    ...{ username, meant },
    /** The browser is gone at once, with all that its page had in its memory. */
    kill,
    open: () => {
      if (!page) open()
    },
    /** How many pages there have been. */
    opened: () => opened,
    /** Gives no more marks. */
    rest: () => {
      isWorking = false
    },
    /** What the page says of marks that the server lacks, or refused; undefined while no page is there. */
    left: () => {
      const device = page?.device
      if (!device) return undefined
      const { waiting, refused } = device.state()
      return { waiting: waiting.length, refused: refused.map(({ reason }) => reason) }
    },
    /** The network is back, as the browser says. */
    lookAgain: () => {
      const { realm, device } = page ?? {}
      if (realm && device) inRealm(realm, () => device.lookAgain())
    },
  }
}

export type SimulatedMarker = ReturnType<typeof createSimulatedMarker>
