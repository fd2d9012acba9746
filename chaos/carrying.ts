import type { Page } from '@playwright/test'
import { type Act, courseActs } from './acts.ts'
import type { Chance } from './chance.ts'
import type { Fault, FaultKind } from './fault-kinds.ts'
import type { Step } from './step.ts'

/** What strikes while there is no network, and how often: nothing for which the learner would have to sign in again. */
export const weightsWhileAway: readonly (readonly [FaultKind, number])[] = [
  ['page reloaded', 6],
  ['clock jump', 1],
  ['server killed', 1],
  ['restored by minutes', 1],
]

/** What a learner does who takes a course along: before they go, away, and back again. */
export const carryingActs = (chance: Chance): Act[] => {
  const question = 0
  const leave = (): Act => ({ do: 'leave', question, by: chance.pick(['close', 'suspend']) })
  const writes = () => courseActs(chance).filter((act) => act.do === 'write')
  const before = writes().slice(0, chance.whole(1, 3))
  // Away they continue to the next lesson, or come back to the same.
  const first: Act = chance.isTrue(0.5) ? { do: 'complete', question } : leave()
  const more: Act[] = writes().slice(0, chance.whole(2, 4))
  if (chance.isTrue(0.4)) more.splice(chance.whole(1, more.length), 0, leave())
  const away = chance.isTrue(0.5) ? [...writes().slice(0, 1), first, ...more] : [first, ...more]
  const carry: Act = { do: 'carry', question, acts: away.length, isRested: chance.isTrue(0.5) }
  return [...before, carry, ...away, ...writes().slice(0, chance.whole(1, 3))]
}

/** The network goes once the course is on the device, and is back once all is done that is done without it. `faultAt` draws what else strikes meanwhile. */
export const takeNetwork = (steps: readonly Step[], chance: Chance, faultAt: (index: number, act: Act) => Fault): Step[] => {
  const from = steps.findIndex(({ act }) => act.do === 'carry')
  const act = steps[from]?.act
  if (act?.do !== 'carry') return [...steps]
  const until = from + 1 + act.acts
  // There is a copy to be made only if all is well.
  const earlier = (fault: Fault): Fault =>
    fault.backupStep === undefined ? fault : { ...fault, backupStep: Math.min(fault.backupStep, from) }
  return steps.map(({ fault, ...step }, index): Step => {
    if (index === from)
      return { ...step, fault: { kind: 'cut', after: 1, lastsMs: 0, untilStep: until, isAnnounced: chance.isTrue(0.5) } }
    if (index < from || index >= until) return fault ? { ...step, fault: earlier(fault) } : step
    return chance.isTrue(0.5) ? { ...step, fault: earlier(faultAt(index, step.act)) } : step
  })
}

/** Milliseconds that the player's own service worker gets to be there. */
const workerMs = 20_000

/** Whether the player's own service worker is there, so that its page can be loaded again without a network. */
export const isPlayerCached = (page: Page): Promise<boolean> =>
  page
    .evaluate(
      (ms) =>
        Promise.race([
          navigator.serviceWorker.ready.then(() => true),
          new Promise<boolean>((resolve) => setTimeout(resolve, ms, false)),
        ]),
      workerMs,
    )
    .catch(() => false)

/** Empties the browser's own cache, which would answer too; `isRested`: service workers are ended, as those that have had nothing to do. */
export const leaveToWorkers = async (page: Page, isRested: boolean): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  try {
    await session.send('Network.clearBrowserCache')
    if (!isRested) return
    await session.send('ServiceWorker.enable')
    await session.send('ServiceWorker.stopAllWorkers')
  } finally {
    await session.detach()
  }
}
