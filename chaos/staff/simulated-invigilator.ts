import { randomUUID } from 'node:crypto'
import { type LiveAct, type LiveActed, type LiveRow, officeLiveAct } from '@sitwell/contract'
import { type Sending, sendingStep } from '../../apps/office/src/live/acts/sending.ts'
import { askLive, isPassing } from '../../apps/office/src/live/feed/ask-live.ts'
import { browserClock } from '../../apps/office/src/live/feed/browser-clock.ts'
import { createLiveFeed } from '../../apps/office/src/live/feed/live-feed.ts'
import type { LiveReply } from '../../apps/office/src/live/rows/live-facts.ts'
import type { World } from '../../e2e/arrange.ts'
import type { Chance } from '../chance.ts'
import type { SimulatedNetwork } from '../fast/simulated-network.ts'
import { inRealm, type Realm } from '../fast/simulated-time.ts'
import { type OfficeJar, officePage, realmOf } from './office-page.ts'
import type { Sitter } from './sitter.ts'
import type { StaffFault } from './staff-fault.ts'

/** Something that an invigilator asked for once, in a dialog, however often it had to be sent. */
export interface AskedAct {
  readonly act: LiveAct
  readonly people: readonly string[]
  /** Unix ms. */
  readonly askedAtMs: number
  /** Of the last time that it was sent. */
  sentAtMs: number
  /** The ids by which it was sent. */
  readonly ids: Set<string>
  /** What the dialog said of each person at last; undefined while it said that it doesn't know. */
  said: readonly LiveActed[] | undefined
}

interface InvigilatorParts {
  readonly world: World
  readonly jar: OfficeJar
  readonly network: SimulatedNetwork
  readonly chance: Chance
  readonly sitters: readonly Sitter[]
  onError(error: unknown): void
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
/** Milliseconds: the date of a reply and the times of a row are whole ones. */
const roundedMs = 2

type Result = readonly LiveActed[]

/** An invigilator at one browser: the office's own view and the machine of its dialogs, without the screens. */
export const createSimulatedInvigilator = ({ world, jar, network, chance, sitters, onError }: InvigilatorParts) => {
  const examGuid = world.exams[1]?.examGuid ?? ''
  const asked: AskedAct[] = []
  const faults: StaffFault[] = []
  let page: { readonly realm: Realm; age?: () => void } | undefined
  let isWorking = true
  let clockOffMs = chance.whole(-3_600_000, 3_600_000)

  const actOf = (): LiveAct =>
    chance.weighted<() => LiveAct>([
      [() => ({ kind: 'add-time', seconds: 60 }), 40],
      [() => ({ kind: 'message', text: `Message ${asked.length}` }), 25],
      [() => ({ kind: 'pause' }), 12],
      [() => ({ kind: 'resume', seconds: 0 }), 15],
      [() => ({ kind: 'incident', category: 'noise', text: `Noise ${asked.length}` }), 10],
      [() => ({ kind: 'end', reason: 'Told to.' }), 3],
    ])()

  /** One dialog: sent again as long as it says that it doesn't know, or closed in between. */
  const act = async (api: ReturnType<typeof officePage>, people: readonly string[]): Promise<void> => {
    const one: AskedAct = {
      ...{ act: actOf(), people, askedAtMs: networkNowMs(), sentAtMs: networkNowMs(), ids: new Set<string>(), said: undefined },
    }
    asked.push(one)
    let state: Sending<Result> = { is: 'open' }
    while (isWorking) {
      state = sendingStep(state, { kind: 'send', content: JSON.stringify(one.act), newId: randomUUID() })
      if (state.is !== 'sent') return
      const requestId: string = state.requestId
      one.ids.add(requestId)
      one.sentAtMs = networkNowMs()
      const body = { requestId, act: one.act, people: [...people] }
      const outcome = await api.call(officeLiveAct, { body }, { attempts: 1 })
      if (outcome.ok) {
        one.said = outcome.value.people
        return
      }
      const isLost = outcome.kind === 'unreachable' || isPassing(outcome.status)
      state = sendingStep(state, isLost ? { kind: 'lost', requestId } : { kind: 'refused', requestId, code: outcome.code })
      if (chance.isTrue(0.15)) return
      await wait(chance.whole(500, 8000))
    }
  }

  /** The server's and the harness's time, whatever the clock of the page's computer says. */
  const networkNowMs = () => inRealm(undefined, () => Date.now())

  const judgeRow = (row: LiveRow) => {
    const sitter = sitters.find(({ scheduleGuid }) => scheduleGuid === row.rowID)
    if (!sitter || row.contactAt === undefined) return
    const shownMs = Date.parse(row.contactAt)
    if (shownMs > sitter.heardUntilMs() + roundedMs)
      faults.push({
        kind: 'fresher',
        detail: `${sitter.username} is shown as heard of at ${shownMs}, ${shownMs - sitter.heardUntilMs()} ms too late`,
      })
  }

  const watch = (realm: Realm, api: ReturnType<typeof officePage>) => {
    let cursor: string | undefined
    const rows = new Map<string, LiveRow>()
    const feed = createLiveFeed<LiveReply>({
      clock: browserClock,
      // Nobody looks while marks and actions settle: a view that continues asking would take most of a run.
      isWatched: () => isWorking,
      ask: (signal) => askLive(api, { examGuid }, cursor, signal),
      onReply: (reply) => {
        if (reply.isWhole) rows.clear()
        cursor = reply.cursor
        for (const row of reply.rows) rows.set(row.rowID, row)
        for (const gone of reply.removed) rows.delete(gone)
        for (const row of reply.rows) judgeRow(row)
      },
    })
    const age = () => {
      const { known } = feed.state()
      if (!known) return
      const { is, ageMs } = inRealm(realm, () => feed.age())
      const trueMs = networkNowMs() - known.asOfMs
      if (trueMs > ageMs + roundedMs)
        faults.push({ kind: 'fresher', detail: `a view is ${trueMs} ms old, and shows ${is} ${ageMs}` })
    }
    return { rows, age }
  }

  const work = async (realm: Realm): Promise<void> => {
    const api = officePage(network.origin, jar, realm.fetch)
    const { rows, age } = watch(realm, api)
    if (page?.realm === realm) page.age = age
    while (isWorking) {
      await wait(chance.whole(200, 3000))
      const there = [...rows.keys()]
      if (there.length === 0) continue
      const people = Array.from({ length: chance.whole(1, 3) }, () => chance.pick(there))
      await act(api, [...new Set(people)])
    }
  }

  const open = () => {
    const realm = realmOf(network, undefined, () => clockOffMs)
    page = { realm }
    inRealm(realm, () => void work(realm).catch(onError))
  }
  open()

  return {
    asked,
    faults,
    /** The browser is gone at once, and with it every dialog. */
    kill: () => {
      if (page) page.realm.isAlive = false
      page = undefined
    },
    open: () => {
      if (!page) open()
    },
    /** Somebody sets the clock of the computer. */
    setClock: () => {
      clockOffMs = chance.whole(-3_600_000, 3_600_000)
    },
    rest: () => {
      isWorking = false
    },
    /** Compares how old the view says that it is with how old it is. */
    look: () => page?.age?.(),
  }
}
