import { requestTypes } from '../../apps/player/src/storage/records.ts'
import type { World } from '../../e2e/arrange.ts'
import type { Chance } from '../chance.ts'
import type { Device } from '../device.ts'
import type { Claim } from '../look.ts'
import type { Claimed } from '../watch-claims.ts'
import { type SimulatedTab, storageOf } from './page-wiring.ts'
import type { SimulatedNetwork } from './simulated-network.ts'
import { createSimulatedPage } from './simulated-page.ts'
import type { SimulatedPage } from './simulated-page-types.ts'
import { createSimulatedStore } from './simulated-store.ts'
import type { Realm } from './simulated-time.ts'

/** A browser without screens: pages of the player over one store. */
export interface SimulatedDevice extends Device {
  page(): SimulatedPage
  /** What the session left in the tab is cleared, what the server has goes from the device, and another page opens there. */
  /** `isRefused`: the server has ended the session. */
  signOut(isRefused?: boolean): Promise<void>
}

interface DeviceParts {
  readonly number: number
  readonly world: World
  readonly network: SimulatedNetwork
  readonly chance: Chance
  readonly isTyped: readonly boolean[]
  onClaims(claimed: Claimed): void
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const freshTab = (): SimulatedTab => ({ items: new Map(), session: undefined })

export const createSimulatedDevice = ({ number, world, network, chance, isTyped, onClaims }: DeviceParts): SimulatedDevice => {
  const store = createSimulatedStore()
  const lines: string[] = []
  /** What the browser keeps for all of its tabs. */
  const ofAllTabs = new Map<string, string>()
  let clockOffMs = 0
  let tabs: { readonly tab: SimulatedTab; page: SimulatedPage }[] = []
  let current = 0

  const openPage = (tab: SimulatedTab): SimulatedPage => {
    const realm: Realm = {
      isAlive: true,
      clockOffMs: () => clockOffMs,
      fetch: network.fetchFor(() => realm),
      indexedDB: store.indexedDB as unknown as IDBFactory,
    }
    return createSimulatedPage({
      ...{ world, network, realm, tab, isTyped, browser: storageOf({ items: ofAllTabs }), random: chance.number },
      onClaims: (claims: readonly Claim[]) => onClaims({ atMs: performance.timeOrigin + performance.now(), claims }),
      log: (line) => void lines.push(`${(performance.now() / 1000).toFixed(3)} ${line}`),
    })
  }
  const here = () => {
    const found = tabs[current]
    if (!found) throw new Error('Nothing is open on the device.')
    return found
  }
  const openTab = (tab = freshTab()) => {
    tabs = [{ tab, page: openPage(tab) }]
    current = 0
  }
  const reload = async () => {
    const one = here()
    await one.page.leave()
    one.page = openPage(one.tab)
  }
  const end = () => {
    for (const { page } of tabs) page.kill()
    store.cutOff(chance)
    tabs = []
  }
  openTab()

  return {
    number,
    page: () => here().page,
    open: async () => (tabs.length === 0 ? openTab() : reload()),
    reload,
    async signOut(isRefused = false) {
      await here().page.signOff(isRefused)
      here().tab.session = undefined
      await reload()
    },
    endTab: async () => end(),
    async closeTab() {
      for (const { page } of tabs) await page.leave()
      openTab()
    },
    async crashTab() {
      end()
      openTab()
    },
    async killBrowser() {
      end()
      openTab()
    },
    async openSecondTab() {
      const { tab, page } = here()
      const handed = await page.handOver()
      if (tabs.length === 1) {
        const second: SimulatedTab = { items: new Map(tab.items), session: tab.session }
        tabs.push({ tab: second, page: openPage(second) })
      }
      current = 1 - current
      if (handed) here().page.takeHanded(handed)
    },
    async setDisk(isFull) {
      store.isFull = isFull
    },
    async setClock(byMs) {
      clockOffMs = byMs
    },
    async tellOfNetwork(event) {
      for (const { page } of tabs) page.tell(event)
    },
    lookForNewer: async () => undefined,
    isEnded: () => tabs.length === 0,
    async hasSettled() {
      const { page } = here()
      await wait(1000)
      return page.realm.isAlive
    },
    async unsent(ms) {
      const endMs = performance.now() + ms
      for (;;) {
        const sync = tabs[current]?.page.sync()
        const aside = sync ? await sync.store.setAside().catch(() => undefined) : undefined
        const taken = aside?.filter(({ from, reason, value }) => {
          const isSave = Object(value).type === requestTypes.saveAnswer
          return from === 'requests' && reason === 'DOUBLE_LOGIN' && isSave
        })
        const count = sync && taken && sync.queue.waiting().length + taken.length
        if (count === 0 || performance.now() >= endMs) return count
        await wait(50)
      }
    },
    log: () => lines,
    leave: async () => end(),
  }
}
