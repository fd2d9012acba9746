import type { CourseParameters, LeftPlace } from '@sitwell/contract/course-messages'
import type { Bridge } from './bridge.ts'
import { clearOthers } from './clear-others.ts'
import { createGather } from './gather.ts'
import { hasLoaded } from './has-loaded.ts'
import { giveKey, keepFiles } from './keep-files.ts'
import { leaveUnasked } from './leave-unasked.ts'
import { createLeftStore } from './left-store.ts'
import { openRunTime } from './open-run-time.ts'
import { createSession } from './session.ts'
import { watchActivity } from './watch-activity.ts'

/** Milliseconds that a SCO gets to end itself when it is closed. */
const farewellMs = 2000
/** Milliseconds after which the course's files are kept though the SCO's page is still loading. */
const longestLoadMs = 10_000

/** The frame that the SCO is shown in; it may do what the host's own frame may, and no more. */
const frameFor = (host: Window, { launch, language }: CourseParameters): HTMLIFrameElement => {
  const { origin } = host.location
  const address = new URL(launch.address, origin)
  if (address.origin !== origin) throw new Error(`A SCO of another origin: ${address.origin}`)
  host.document.documentElement.lang = language
  const frame = host.document.createElement('iframe')
  frame.title = launch.title
  frame.allow = 'autoplay; fullscreen; unload'
  frame.src = address.href
  return frame
}

/** Leaves the page that the frame shows, so that it can end itself as it goes. */
const leavePage = (frame: HTMLIFrameElement): Promise<void> =>
  new Promise((resolve) => {
    const isGone = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(isGone, farewellMs)
    frame.addEventListener('load', isGone, { once: true })
    // A page that led to another origin can't be reached.
    const page = frame.contentDocument?.defaultView
    if (page) leaveUnasked(page)
    frame.contentWindow?.location.replace('about:blank')
  })

/** Resolves once the frame's page is there with all that it shows, or takes too long for that. */
const shown = (frame: HTMLIFrameElement): Promise<void> =>
  new Promise((resolve) => {
    frame.addEventListener('load', () => resolve(), { once: true })
    setTimeout(resolve, longestLoadMs)
  })

/** Tells of the frame's page when it is there, couldn't be had, or has not begun to come after a while; then it may still come. */
const watchPage = (host: Window, frame: HTMLIFrameElement, tell: (page: 'shown' | 'failed') => void): void => {
  frame.addEventListener('load', () => tell(hasLoaded(frame, host) ? 'shown' : 'failed'), { once: true })
  setTimeout(() => frame.contentDocument?.URL === 'about:blank' && tell('failed'), longestLoadMs)
}

/** Opens the SCO that the page around asks for, and tells the page what it sets, until it is over. */
export const startHost = (host: Window, { send, listen }: Bridge): void => {
  let frame: HTMLIFrameElement | undefined
  let session: ReturnType<typeof createSession> | undefined
  let isOpened = false
  let isClosing = false
  /** What an earlier page left, and this one is asked for. */
  let given: readonly LeftPlace[] | undefined
  let keep: LeftPlace | undefined
  const lefts = createLeftStore(() => host.localStorage)

  const giveLeft = (places: readonly LeftPlace[]) => {
    given = places
    for (const place of places) {
      const left = lefts.read(place)
      if (left) send({ type: left.ends ? 'saveDataClose' : 'saveData', ...left.state, left: place.id })
    }
    send({ type: 'close' })
  }
  const close = async () => {
    if (isClosing) return
    isClosing = true
    for (const place of given ?? []) lefts.remove(place)
    if (frame) await leavePage(frame)
    session?.leave()
    frame?.remove()
    if (keep) lefts.remove(keep)
    const next = session?.next()
    send({ type: 'close', ...(next !== undefined && { next }) })
  }
  const open = async (parameters: CourseParameters) => {
    const opened = await openRunTime(parameters)
    await clearOthers(host, parameters.learner.id, lefts.clearForeign)
    const place = parameters.keep
    keep = place
    session = createSession({
      ...opened,
      parameters,
      send,
      keepLeft: (left) => place && (left ? lefts.write(place, left) : lefts.remove(place)),
      gather: (tell) =>
        createGather({
          tell,
          nowMs: () => performance.now(),
          wait: (callback, ms) => setTimeout(callback, ms),
        }),
      // After the call that ended it has come back to the SCO.
      onEnded: () => setTimeout(() => void close()),
    })
    Object.assign(host, session.api)
    await giveKey(host, parameters).catch((error: unknown) => console.error(error))
    frame = frameFor(host, parameters)
    watchActivity(
      frame,
      () => performance.now(),
      () => send({ type: 'saveData', data: [] }),
    )
    watchPage(host, frame, (page) => {
      // Then it is the empty page that it leaves for.
      if (isClosing) return
      session?.pageSettled()
      send({ type: 'playerReady', failed: page === 'failed' })
    })
    host.document.body.append(frame)
    frame.focus()
    // The SCO's own page comes first: what is kept is fetched again.
    await shown(frame)
    keepFiles(host, parameters, () => send({ type: 'playerReady', kept: true })).catch((error: unknown) => console.error(error))
  }

  listen((message) => {
    if (message.type === 'close') return void close()
    // Another SCO gets its own host.
    if (isOpened) return
    isOpened = true
    if (message.left) giveLeft(message.left)
    else if (message.parameters) void open(message.parameters)
  })
  // The page around is going, or has taken the frame away; the SCO's own page goes after this one, and may still say something.
  host.addEventListener('pagehide', () => session?.pageGoes())
  host.addEventListener('pageshow', () => session?.pageIsBack())
  send({ type: 'playerReady' })
}
