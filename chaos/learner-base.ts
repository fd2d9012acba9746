import type { Act } from './acts.ts'
import type { BrowserDevice } from './device.ts'
import { type Sight, textOn } from './look.ts'
import { type Note, shownValue, type Value } from './notes.ts'
import { type Pressable, pressOn, type Target } from './press.ts'

/** Somebody can't continue, however long they try: what shows is in the message. */
export class Stuck extends Error {}

export interface LearnerParts {
  readonly device: BrowserDevice
  /** `/exam/…`, or a course's. */
  readonly address: string
  /** The course is one of cmi5. */
  readonly isCmi5?: boolean
  /** Answers decide about its parts, each of which is left for good. */
  readonly isRouted?: boolean
  /** Milliseconds after which somebody who gets nowhere counts as stuck. */
  readonly longestMs: number
  /** The same, signed in again. */
  launchAddress(): Promise<string>
  note(note: WithoutPlace): void
}

/** A note before its time and its device are written to it. */
export type WithoutPlace = Note extends infer N ? (N extends Note ? Omit<N, 'atMs' | 'device'> : never) : never

/** Called when what is done is this many keys, or clicks, far; answers whether that ended it. */
export type OnWay = (done: number) => Promise<boolean>

/** How a page is looked at, and what leads on from what is seen there. */
export interface Ways {
  look(): Promise<Sight>
  /** What shows as soon as it isn't this any more; the same after this many milliseconds. */
  lookAgain(before: Sight, ms: number): Promise<Sight>
  /** Does what leads on from there; answers false if that is for everybody's ways. */
  goOn(sight: Sight): Promise<boolean>
  /** What is typed into. */
  field(): { focus(options: { timeout: number }): Promise<void> }
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
/** Milliseconds for which somebody looks at a page that shows neither the exam nor what is in its way. */
const patienceMsAt = ({ protocol, pathname }: URL): number => {
  if (!protocol.startsWith('http')) return 0
  // Elsewhere in the player something may be about to show: that the session was taken over, say.
  return /^\/(exam|elearning)\//.test(pathname) ? 12_000 : 2000
}
/** Milliseconds for which a page is waited for that stays as it is, before it is thought about again. */
export const standstillMs = 250

export const valueIn = ({ answer = '', isBookmarked }: Sight): Value => shownValue(answer, isBookmarked)
/** What shows, and whether the page says that it is kept. */
export const shownIn = (sight: Sight) => ({
  value: valueIn(sight),
  isReportedStored: sight.saved === 'on-device' || sight.saved === 'on-server',
})

const allThere = 'All your answers are on the server.'
export const anyDialog: Target = { css: '[role="alertdialog"] button, [role="dialog"] button', index: -1 }

/** What everybody does alike, in an exam or in a course: finds the way in, looks, types, and logs off. */
export const createBase = ({ device, address, launchAddress, longestMs, note: noteDown }: LearnerParts, ways: () => Ways) => {
  let stopMs = Number.POSITIVE_INFINITY
  let hasFinished = false
  const look = () => ways().look()
  const lookAgain = (before: Sight, ms: number) => ways().lookAgain(before, ms)
  const note = (entry: WithoutPlace) => {
    // On a busy machine what was begun in time may be done after it, and doesn't count then.
    const isInTime = entry.what !== 'entered' || performance.now() < stopMs
    noteDown(
      isInTime ? entry : { what: 'perhaps entered', question: entry.question, values: [...(entry.way ?? []), entry.value] },
    )
  }
  const isReported = async ({ screen, dialog, heading, question, answer }: Sight) =>
    `the page shows ${screen}, “${heading ?? ''}”${dialog === undefined ? '' : `, the dialog “${dialog}”`}, question ${question} “${answer}” (${await textOn(device.page())})`
  /** It may come to nothing: what shows next tells. */
  const press = (target: Target, ms = 1500, on: Pressable = device.page()) => pressOn(on, target, ms)

  const until = async (isThere: (sight: Sight) => boolean, ms: number): Promise<Sight | undefined> => {
    const end = performance.now() + ms
    let sight = await look()
    for (;;) {
      if (isThere(sight)) return sight
      const left = end - performance.now()
      if (left <= 0) return undefined
      sight = await lookAgain(sight, Math.min(left, 1000))
    }
  }

  const open = async (to: string) => {
    note({ what: 'opened' })
    await device.open(to)
  }
  const signIn = async () => {
    const launch = await launchAddress().catch(() => undefined)
    if (launch === undefined) await wait(200)
    else await open(launch)
  }

  const comeBack = async (withinMs = longestMs): Promise<Sight> => {
    const end = performance.now() + withinMs
    let idleSince = performance.now()
    for (let sight = await look(); ; sight = await lookAgain(sight, standstillMs)) {
      const { screen, dialog } = sight
      if (performance.now() > Math.min(end, stopMs))
        throw new Stuck(`Device ${device.number} is not back: ${await isReported(sight)} at ${device.page().url()}`)
      const isBusy = screen === 'something else' && dialog === undefined
      if (!isBusy) idleSince = performance.now()
      if (dialog !== undefined) await press(anyDialog)
      else if (await ways().goOn(sight)) continue
      else if (screen === 'complete') return sight
      else if (screen === 'question' && sight.answer !== undefined) return sight
      else if (screen === 'sign-in' || screen === 'signed off') await signIn()
      else if (screen === 'network-error') {
        // That the session was taken over is told over it, a moment later.
        const isReported = await until(({ dialog: over }) => over !== undefined, 1000)
        if (!isReported) await open(address)
      } else if (performance.now() - idleSince > patienceMsAt(new URL(device.page().url()))) {
        // The browser's own error page, the list of exams, or a page that doesn't come.
        await wait(150)
        const now = await look()
        // Who had finished and signed in again is led to their exams, with this one done; the database tells whether it is.
        if (hasFinished && now.heading === 'Your schedule') return { ...now, screen: 'complete' }
        if (now.screen === 'something else') await open(address)
        idleSince = performance.now()
      }
    }
  }

  /** At what is answered, with what shows there noted. */
  const see = async (): Promise<Sight & { question: number }> => {
    const sight = await comeBack()
    const { question } = sight
    if (question === undefined) throw new Stuck(`The exam is over: ${await isReported(sight)}`)
    note({ what: 'seen', question, ...shownIn(sight) })
    return { ...sight, question }
  }

  /** Types into the field of what is seen, some keys at once, and notes what has come of each. */
  const type = async (
    before: Sight & { question: number },
    { keys, isRewritten }: Pick<Act & { do: 'write' }, 'keys' | 'isRewritten'>,
    strike: OnWay,
  ): Promise<void> => {
    const { question } = before
    const isReady = await ways()
      .field()
      .focus({ timeout: 1500 })
      .then(
        () => true,
        () => false,
      )
    if (!isReady) return
    const { keyboard } = device.page()
    let text = before.answer ?? ''
    let isSelected = isRewritten && text !== ''
    await keyboard.press(isSelected ? 'Control+A' : 'Control+End').catch(() => undefined)
    for (const [index, burst] of keys.entries()) {
      const base = isSelected ? '' : text
      const wanted = `${base}${burst}`
      const [first = ''] = burst
      // The first key replaces what was selected.
      const way = [base, `${base}${first}`]
      await keyboard.type(first).catch(() => undefined)
      await keyboard.insertText(burst.slice(first.length)).catch(() => undefined)
      const after = await look()
      const value = (answer: string) => shownValue(answer, before.isBookmarked)
      if (after.question !== question || after.answer === undefined || ![...way, wanted].includes(after.answer)) {
        note({ what: 'perhaps entered', question, values: [...way, wanted].map(value) })
        return
      }
      note({ what: 'entered', question, ...shownIn(after), way: way.map(value) })
      // A dialog took the keys.
      if (after.answer !== wanted) return
      text = wanted
      isSelected = false
      if (await strike(index + 1)) return
    }
  }

  return {
    ...{ note, reported: isReported, press, until, comeBack, see, type, look, lookAgain },
    /** Opens it with their own session, and goes to what is answered first. */
    async arrive() {
      await signIn()
      await see()
    },
    /** Notes, once, that they are about to hand in. */
    begin() {
      if (!hasFinished) note({ what: 'finished' })
      hasFinished = true
    },
    stopAt(ms: number | undefined) {
      stopMs = ms ?? Number.POSITIVE_INFINITY
    },
    async signOut(waitMs: number): Promise<'all there' | 'some here' | 'not signed out'> {
      const asks = (sight: Sight) => sight.dialogSays !== undefined
      const isOut = ({ screen }: Sight) => screen === 'sign-in' || screen === 'signed off'
      if ((await press({ css: 'header button', name: '^log off$' }, 3000)) !== 'pressed') return 'not signed out'
      const asked = await until((sight) => asks(sight) || isOut(sight), 5000)
      const isWhole = ({ dialogSays = '' }: Sight) => dialogSays === allThere
      // Out of a course it leaves by itself once nothing waits any more.
      const isDecided = (sight: Sight) => isWhole(sight) || isOut(sight)
      const last = asked && asks(asked) ? ((await until(isDecided, waitMs)) ?? (await look())) : undefined
      const lastAsked = last && asks(last) ? last : undefined
      if (lastAsked && !isWhole(lastAsked)) note({ what: 'told missing', questions: [] })
      if (lastAsked) await press({ css: '[role="alertdialog"] button', name: '^log off$' })
      // A server that doesn't answer has five seconds more.
      const out = await until(isOut, 20_000)
      if (!out) return 'not signed out'
      return lastAsked === undefined || isWhole(lastAsked) ? 'all there' : 'some here'
    },
  }
}
