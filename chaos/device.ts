import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Disposable,
  type Page,
} from '@playwright/test'
import { oneByOne } from '@sitwell/client/one-by-one'
import { chromiumFlags, chromiumPath } from '../e2e/chromium.ts'
import { fillDisk } from './full-disk.ts'
import { unsentRequests } from './look.ts'
import { hasSettled, hasUnitSettled } from './settle.ts'
import { type Claimed, claimedIn, watchScript } from './watch-claims.ts'
import { emptyPagePath } from './wire.ts'
import { switchName } from './without/edit.ts'

/** A browser on a learner's desk: its tabs share one store. What is broken in it stays broken until it is mended. */
export interface Device {
  readonly number: number
  /** Goes to an address of the player in that tab. Doesn't wait for what it shows. */
  open(address: string): Promise<void>
  reload(): Promise<void>
  /** The tab's process ends at once; nothing is opened. */
  endTab(): Promise<void>
  /** The tab is closed in good order; the learner opens another. */
  closeTab(address: string): Promise<void>
  /** The tab's process ends at once; the learner opens another. */
  crashTab(address: string): Promise<void>
  /** SIGKILL to all of the browser, which is started again on its profile. */
  killBrowser(address: string): Promise<void>
  /** As by "Duplicate tab"; the first one stays open behind it. If there are two, the learner goes to the other. */
  openSecondTab(): Promise<void>
  /** The disk takes nothing more, or takes it again. */
  setDisk(isFull: boolean): Promise<void>
  /** Sets the computer's clock off by this many milliseconds. */
  setClock(byMs: number): Promise<void>
  /** Its tabs are told that the network is back, or gone. */
  tellOfNetwork(event: 'online' | 'offline'): Promise<void>
  /** Its browser looks for a newer build of the player. */
  lookForNewer(): Promise<void>
  /** Nothing is open on it. */
  isEnded(): boolean
  /** Whether the page has had its time to keep what was done until now; false if it goes before that. */
  hasSettled(): Promise<boolean>
  /** How many requests it still has to send; told as soon as there are none, or after this many milliseconds. Undefined if it can't be told. */
  unsent(ms: number): Promise<number | undefined>
  /** What its pages have logged in this run, a line for each. */
  log(): readonly string[]
  /** Its tabs are closed; what it keeps is thrown away before the next run. */
  leave(): Promise<void>
}

/** One whose pages are a browser's. */
export interface BrowserDevice extends Device {
  /** The tab where the learner is. */
  page(): Page
}

export interface DeviceWishes {
  readonly number: number
  readonly serviceWorker: boolean
  readonly isCourse: boolean
  /** Its learner is in a unit of cmi5, which keeps nothing itself. */
  readonly isCmi5: boolean
  /** It has none of the player's files from an earlier visit. */
  readonly isFirstVisit: boolean
  /** The safeguard that its pages lack. */
  readonly without?: string
  /** One of its pages claims something else of the answers than before. */
  onClaims(claimed: Claimed): void
}

/** A browser with a profile on the disk, for one run after the other. Each finds it empty. */
export interface Seat {
  /** Throws where anything of an earlier run is left in it. */
  take(wishes: DeviceWishes): Promise<BrowserDevice>
  close(): Promise<void>
}

/** The processes of a browser on a profile, the first of them its own. */
const processesOn = async (profile: string): Promise<number[]> => {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    all.map(async (pid) => {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      return command.includes(`--user-data-dir=${profile}`) && !command.includes('--type=') ? [Number(pid)] : []
    }),
  )
  return found.flat()
}

/** Runs in each page: the time of its computer is off by this, and counts on. */
const shiftClock = (byMs: number) => {
  const global = globalThis as typeof globalThis & { shiftClock?: (byMs: number) => void }
  if (!global.shiftClock) {
    let shift = 0
    const RealDate = Date
    global.shiftClock = (ms) => {
      shift = ms
    }
    globalThis.Date = new Proxy(RealDate, {
      construct: (target, given, newTarget) =>
        Reflect.construct(target, given.length === 0 ? [RealDate.now() + shift] : given, newTarget),
      get: (target, name, receiver) => (name === 'now' ? () => RealDate.now() + shift : Reflect.get(target, name, receiver)),
    })
  }
  global.shiftClock(byMs)
}

/** Runs in each page: it gets no service worker. */
const refuseServiceWorkers = (): void => {
  if (navigator.serviceWorker) navigator.serviceWorker.register = () => new Promise(() => undefined)
}

/** Runs in each page: it lacks a safeguard. */
const switchOff = ([name, safeguard]: readonly [string, string]): void => {
  Object.assign(globalThis, { [name]: safeguard })
}

/** Runs in the page: names what is kept here. */
const leftovers = async (): Promise<string[]> => {
  const databases = await indexedDB.databases()
  const workers = await navigator.serviceWorker.getRegistrations()
  const { held = [], pending = [] } = await navigator.locks.query()
  return [
    ...databases.map(({ name }) => `database ${name}`),
    ...workers.map(({ scope }) => `service worker of ${scope}`),
    ...(await caches.keys()).map((name) => `cache ${name}`),
    ...[...held, ...pending].map(({ name }) => `lock ${name}`),
    ...Object.keys(localStorage).map((name) => `local ${name}`),
    ...Object.keys(sessionStorage).map((name) => `of the tab ${name}`),
    ...(document.cookie === '' ? [] : [`cookie ${document.cookie}`]),
    ...(window.name === '' ? [] : [`name ${window.name}`]),
  ]
}

/** Between two runs nobody is in a hurry: the machine may be busy with something else. */
const patiently = { timeout: 60_000 }
/** Runs after which a browser is started again on an empty profile: what it keeps of them adds up. */
const runsOfBrowser = 60

const options: BrowserContextOptions = {
  viewport: { width: 1280, height: 800 },
  locale: 'en-GB',
  reducedMotion: 'reduce',
}

/** At the player's address, and the courses'. */
export const openSeat = (origin: string, courseOrigin: string): Seat => {
  let runs = 0
  /** The origin of courses may have kept something of the run before. */
  let hasCourse = false
  let profile: string | undefined
  let context: BrowserContext | undefined
  let page: Page | undefined
  /** The problems with the computer, as scripts that run in each page. */
  let serviceWorker = true
  let without: string | undefined
  let clockMs = 0
  let isDiskFull = false
  let scripts: Disposable[] = []
  let lines: string[] = []
  let onClaims: DeviceWishes['onClaims'] = () => undefined

  const here = () => {
    if (!context || !page || profile === undefined) throw new Error('The browser is not running.')
    return { context, page, profile }
  }
  const prepare = (tab: Page) => {
    // Leaving an exam asks; the learner means it.
    tab.on('dialog', (dialog) => void dialog.accept().catch(() => undefined))
    tab.setDefaultTimeout(5000)
    const log = (what: string) => lines.push(`${(performance.now() / 1000).toFixed(3)} ${what}`)
    tab.on('console', (message) => {
      const claimed = claimedIn(message.text())
      if (claimed) onClaims(claimed)
      else log(`${message.type()}: ${message.text()}`)
    })
    tab.on('pageerror', (error) => log(`error: ${error.stack ?? error.message}`))
    tab.on('framenavigated', (frame) => frame === tab.mainFrame() && log(`at ${frame.url().split('?')[0]}`))
    tab.on('crash', () => log('crashed'))
    return tab
  }
  const allowScripts = async () => {
    const { context } = here()
    for (const one of scripts.splice(0)) await one.dispose().catch(() => undefined)
    scripts.push(await context.addInitScript({ content: watchScript }))
    if (without !== undefined) scripts.push(await context.addInitScript(switchOff, [switchName, without] as const))
    if (!serviceWorker) scripts.push(await context.addInitScript(refuseServiceWorkers))
    if (clockMs !== 0) scripts.push(await context.addInitScript(shiftClock, clockMs))
    if (isDiskFull) scripts.push(await context.addInitScript(fillDisk, true))
  }
  const launch = async () => {
    profile ??= await mkdtemp(join(tmpdir(), 'sitwell-chaos-profile-'))
    context = await chromium.launchPersistentContext(profile, {
      ...options,
      executablePath: chromiumPath(),
      args: chromiumFlags(),
    })
    scripts = []
    page = prepare(context.pages()[0] ?? (await context.newPage()))
  }
  const close = async () => {
    await context?.close().catch(() => undefined)
    if (profile !== undefined) await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    profile = context = page = undefined
  }
  /** One tab, with nothing in it. */
  const clearTabs = async () => {
    const { context, page } = here()
    for (const one of context.pages()) if (one !== page) await one.close()
    // At the same site, whose process has the player's code: but a service worker stays as long as a page that it serves.
    await page.goto(serviceWorker ? 'about:blank' : `${origin}${emptyPagePath}`, patiently)
  }
  /** Clears what an origin keeps, and answers what is there after it. */
  const clear = async (session: CDPSession, of: string): Promise<string[]> => {
    const { context, page } = here()
    await session.send('Storage.clearDataForOrigin', { origin: of, storageTypes: 'all' })
    await context.clearCookies()
    await page.goto(`${of}${emptyPagePath}`, patiently)
    await page.evaluate(() => {
      sessionStorage.clear()
      window.name = ''
    })
    return page.evaluate(leftovers)
  }
  /** The player's last: the page stays there. */
  const clearAll = async (session: CDPSession) => [
    ...(hasCourse ? await clear(session, courseOrigin) : []),
    ...(await clear(session, origin)),
  ]
  const empty = async (isFirstVisit: boolean) => {
    const { context, page } = here()
    await clearTabs()
    const session = await context.newCDPSession(page)
    if (isFirstVisit) await session.send('Network.clearBrowserCache')
    let left = await clearAll(session)
    // A service worker that is taken away while it fills its caches ends that first, on a busy machine after they were cleared.
    for (let again = 0; left.length > 0 && again < 20; again += 1) {
      await wait(250)
      left = await clearAll(session)
    }
    await session.detach()
    hasCourse = false
    if (left.length > 0) throw new Error(`An earlier run has left in the browser: ${left.join(', ')}.`)
  }
  const goTo = (address: string) =>
    here()
      .page.goto(`${origin}${address}`, { waitUntil: 'commit', timeout: 10_000 })
      .then(
        () => undefined,
        // No network: the browser's own page shows, and the learner tries again.
        () => undefined,
      )
  /** What is put into a tab that ends meanwhile fails, and is in the next one anyway. */
  const inTurn = oneByOne()
  const endTabNow = async () => {
    const { context, page: ended } = here()
    const crashed = new Promise((resolve) => ended.once('crash', resolve))
    const session = await context.newCDPSession(ended)
    // Never answered.
    session.send('Page.crash').catch(() => undefined)
    await crashed
    const gone = context.pages()
    page = prepare(await context.newPage())
    for (const one of gone) await one.close().catch(() => undefined)
  }
  const endTab = () => inTurn(endTabNow)
  const killNow = async () => {
    const { context, profile } = here()
    const closed = new Promise((resolve) => context.once('close', resolve))
    for (const pid of await processesOn(profile)) process.kill(pid, 'SIGKILL')
    await closed
    await launch()
    await allowScripts()
  }
  const tell = async <Given>(script: (given: Given) => void, given: Given) => {
    await inTurn(allowScripts)
    for (const one of here().context.pages())
      await one.evaluate(script as (given: unknown) => void, given).catch(() => undefined)
  }

  const take = async (wishes: DeviceWishes): Promise<BrowserDevice> => {
    if (runs % runsOfBrowser === 0 || !context?.browser()?.isConnected()) await close()
    runs += 1
    serviceWorker = wishes.serviceWorker
    without = wishes.without
    onClaims = () => undefined
    clockMs = 0
    isDiskFull = false
    lines = []
    if (!context) await launch()
    await allowScripts()
    await empty(wishes.isFirstVisit)
    hasCourse = wishes.isCourse
    onClaims = wishes.onClaims
    return {
      number: wishes.number,
      page: () => here().page,
      lookForNewer: () =>
        here()
          .page.evaluate(async () => void (await (await navigator.serviceWorker?.getRegistration())?.update()))
          .catch(() => undefined),
      isEnded: () => here().page.url() === 'about:blank',
      hasSettled: () => (wishes.isCmi5 ? hasUnitSettled : hasSettled)(here().page),
      unsent: (ms) => unsentRequests(here().page, ms),
      log: () => lines,
      open: goTo,
      reload: () =>
        here()
          .page.reload({ waitUntil: 'commit', timeout: 10_000 })
          .then(
            () => undefined,
            () => undefined,
          ),
      endTab,
      async closeTab(address) {
        const { context } = here()
        const gone = context.pages()
        page = prepare(await context.newPage())
        for (const one of gone) await one.close().catch(() => undefined)
        await goTo(address)
      },
      async crashTab(address) {
        await endTab()
        await goTo(address)
      },
      async killBrowser(address) {
        await inTurn(killNow)
        await goTo(address)
      },
      async openSecondTab() {
        const { context, page: first } = here()
        const other = context.pages().find((one) => one !== first)
        if (other) {
          page = other
          return page.bringToFront()
        }
        const [second] = await Promise.all([
          context.waitForEvent('page'),
          first.evaluate(() => void window.open(location.href)),
        ])
        page = prepare(second)
      },
      setDisk(isFull) {
        isDiskFull = isFull
        return tell(fillDisk, isFull)
      },
      setClock(byMs) {
        clockMs = byMs
        return tell(shiftClock, byMs)
      },
      async tellOfNetwork(event) {
        for (const one of here().context.pages())
          await one.evaluate((name) => void dispatchEvent(new Event(name)), event).catch(() => undefined)
      },
      // A browser that doesn't come to rest is not used again.
      leave: () => clearTabs().catch(close),
    }
  }
  return { take, close }
}
