import { activityTypes } from '../../apps/player/src/sync/activity/activity-types.ts'
import type { Act } from '../acts.ts'
import { questionsOfPart } from '../exam.ts'
import type { Learner } from '../learner.ts'
import { type OnWay, Stuck, type WithoutPlace } from '../learner-base.ts'
import { nothing, type Sight } from '../look.ts'
import { shownValue } from '../notes.ts'
import type { SimulatedDevice } from './simulated-device.ts'
import type { ScreenOfPage } from './simulated-page-types.ts'

interface LearnerParts {
  readonly device: SimulatedDevice
  readonly longestMs: number
  /** Answers decide about the second part of the exam. */
  readonly isRouted: boolean
  note(entry: WithoutPlace): void
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const within = <T>(work: Promise<T>, ms: number): Promise<T | undefined> => Promise.race([work, wait(ms).then(() => undefined)])
const moveTypes = { pick: activityTypes.moveQuestion, next: activityTypes.next, previous: activityTypes.previous } as const
/** Milliseconds between two looks at a page, and for which a page that opens, or finishes, is waited for before it is opened again. */
const lookMs = 100
/** Milliseconds for which what comes of an attempt is waited for. */
const checkMs = 20_000
const patienceMs = 40_000
/** Milliseconds after which somebody who logs off gives up on it, as the page has it. */
const sendingMs = 5000

const screenOf: Readonly<Record<ScreenOfPage, Sight['screen']>> = {
  'sign-in': 'sign-in',
  'taken over': 'something else',
  opening: 'something else',
  waiting: 'something else',
  question: 'question',
  finishing: 'something else',
  complete: 'complete',
  failed: 'network-error',
  'time left': 'something else',
}

/** A learner in an exam, who sits at pages without screens: does and reads there what a screen does and shows. */
export const createSimulatedLearner = ({ device, longestMs, isRouted, note: noteDown }: LearnerParts): Learner => {
  let stopMs = Number.POSITIVE_INFINITY
  let hasFinished = false
  const page = () => device.page()
  const note = (entry: WithoutPlace) => {
    const isInTime = entry.what !== 'entered' || performance.now() < stopMs
    noteDown(
      isInTime ? entry : { what: 'perhaps entered', question: entry.question, values: [...(entry.way ?? []), entry.value] },
    )
  }
  const shown = (question: number) => {
    const saved = page().stateOf(question)
    return { value: page().value(question), isReportedStored: saved === 'on-device' || saved === 'on-server' }
  }
  const look = (): Sight => {
    const screen = page().screen()
    if (screen !== 'question') return { ...nothing, screen: screenOf[screen] }
    const question = page().question()
    return {
      ...{ ...nothing, screen, question, answer: page().answer(question), isBookmarked: page().isBookmarked(question) },
      saved: page().stateOf(question),
    }
  }
  /** The page goes, and the next one begins with nobody signed in, where the session is over. */
  const openAnew = async () => {
    note({ what: 'opened' })
    await device.open('')
  }

  const comeBack = async (): Promise<Sight> => {
    const end = performance.now() + longestMs
    let idleSince = performance.now()
    let tried: unknown
    for (;;) {
      if (device.isEnded()) await openAnew()
      const screen = page().screen()
      if (performance.now() > Math.min(end, stopMs)) throw new Stuck(`Device ${device.number} is not back: ${screen}`)
      if (screen === 'question' || screen === 'complete') return look()
      if (screen === 'taken over') await device.signOut(true)
      else if (screen === 'sign-in') {
        // Who is signed out is on another page by then.
        if (tried === page()) await openAnew()
        tried = page()
        if (await within(page().signIn(), patienceMs)) note({ what: 'signed in' })
        else await wait(300)
      } else if (screen === 'opening') {
        tried = page()
        if (!(await within(page().open(), patienceMs))) {
          await wait(400)
          if (page().screen() === 'opening') await openAnew()
        }
      } else if (screen === 'failed' || screen === 'time left' || performance.now() - idleSince > patienceMs) {
        await openAnew()
        idleSince = performance.now()
      } else await wait(lookMs)
    }
  }
  const see = async (): Promise<number> => {
    const { screen, question } = await comeBack()
    if (question === undefined) throw new Stuck(`The exam is over: ${screen}`)
    note({ what: 'seen', question, ...shown(question) })
    return question
  }
  const move = async (question: number, by: keyof typeof moveTypes): Promise<void> => {
    const from = await see()
    if (from === question) return
    const fits = from + (by === 'next' ? 1 : -1) === question
    const type = moveTypes[by === 'pick' || !fits ? 'pick' : by]
    page().goTo(question, type)
    note({ what: 'moved', type, question })
    note({ what: 'seen', question, ...shown(question) })
    await wait(20)
  }
  const enter = (question: number, change: () => void, way: readonly string[] = []) => {
    change()
    note({ what: 'entered', question, ...shown(question), way })
  }
  const write = async ({ question, keys, isRewritten }: Act & { do: 'write' }, strike: OnWay) => {
    await move(question, 'pick')
    if (await strike(0)) return
    let text = page().screen() === 'question' ? page().answer(question) : ''
    for (const [index, burst] of keys.entries()) {
      // Something else showed from under their hands.
      if (page().screen() !== 'question' || page().question() !== question) return
      const base = isRewritten && index === 0 ? '' : page().answer(question)
      const isMarked = page().isBookmarked(question)
      const way = [base, `${base}${burst.slice(0, 1)}`].map((value) => shownValue(value, isMarked))
      text = `${base}${burst}`
      enter(
        question,
        () => {
          page().type(question, `${base}${burst.slice(0, 1)}`)
          page().type(question, text)
        },
        way,
      )
      await wait(burst.length * 25)
      if (await strike(index + 1)) return
    }
  }
  const check = async (question: number, strike: OnWay) => {
    await move(question, 'pick')
    if (await strike(0)) return
    await move(question, 'pick')
    const sits = page()
    const before = sits.attempts(question)
    if (before === undefined || before.isClosed || sits.answer(question) === '') return
    note({ what: 'asked to check', question })
    const checking = sits.check(question).catch(() => undefined)
    if (await strike(1)) return
    await within(checking, checkMs)
    if (page() !== sits || sits.screen() !== 'question') return
    const after = sits.attempts(question)
    if (after && after.count > before.count) note({ what: 'checked', question, count: after.count, isClosed: after.isClosed })
  }
  /** Until the next part is open: whatever has struck, they come back and finish it. */
  const endPart = async (question: number, strike: OnWay) => {
    let hasBegun = false
    const end = performance.now() + longestMs
    for (;;) {
      const here = await see()
      if (here > question) return note({ what: 'ended part' })
      if (performance.now() > end) throw new Stuck('The part is not finished')
      if (!hasBegun) await strike(0)
      if (!device.isEnded() && page().screen() === 'question') page().finish()
      await wait(lookMs)
      if (!hasBegun) await strike(1)
      hasBegun = true
      const isThere = () => page().screen() === 'question' && page().question() > question
      for (let looks = 0; looks < 100 && !device.isEnded() && !isThere(); looks += 1) await wait(lookMs)
    }
  }
  const readEnd = async () => {
    for (let looks = 0; looks < 50 && typeof page().answersStatus() !== 'object'; looks += 1) await wait(lookMs)
    // What is on its way may be there in a moment.
    await wait(1000)
    const answers = page().answersStatus()
    if (typeof answers !== 'object') return
    const questions = answers.onlyHere.map(({ number }) => (number ?? 0) - 1)
    if (questions.length > 0) note({ what: 'told missing', questions })
    else if (!answers.isChecking) note({ what: 'told whole' })
  }

  return {
    async arrive() {
      await see()
    },
    async act(act, strike) {
      const { question } = act
      if (act.do === 'go') {
        await see()
        if (await strike(0)) return
        await move(question, act.by)
        await strike(1)
        return
      }
      if (act.do === 'write') return write(act, strike)
      if (act.do === 'check') return check(question, strike)
      if (act.do === 'end part') return endPart(question, strike)
      if (act.do === 'choose' || act.do === 'tick' || act.do === 'bookmark') {
        await move(question, 'pick')
        if (await strike(0)) return
        await move(question, 'pick')
        if (act.do === 'bookmark') enter(question, () => page().bookmark(question))
        else {
          const number = String(act.option + 1)
          const held = page().answer(question)
          const ticked = held === '' ? [] : held.split(',')
          const others = ticked.filter((one) => one !== number)
          const isThere = others.length < ticked.length
          const wanted = act.do === 'choose' ? [number] : isThere ? others : [...others, number]
          const isClosed = page().attempts(question)?.isClosed === true
          if (!isClosed && (act.do === 'tick' || held !== number)) enter(question, () => page().choose(question, wanted))
        }
        await wait(10)
      }
      await strike(1)
    },
    comeBack,
    async leaveQuestion() {
      const question = await see()
      const isFirst = question === 0 || (isRouted && question === questionsOfPart)
      await move(isFirst ? question + 1 : question - 1, 'pick')
    },
    async finish(withinMs = longestMs) {
      const end = performance.now() + withinMs
      while (page().screen() !== 'complete') {
        if (performance.now() > end) throw new Stuck(`Not finished: ${page().screen()}`)
        if (page().screen() === 'question') {
          if (!hasFinished) note({ what: 'finished' })
          hasFinished = true
          page().finish()
        } else if (page().screen() !== 'finishing') await comeBack()
        await wait(lookMs)
      }
      await readEnd()
    },
    async seeEnd() {
      await comeBack()
      await readEnd()
    },
    readEnd,
    saveHandIn: () => page().handIn(),
    async signOut(waitMs) {
      const sync = page().sync()
      if (!sync || page().screen() !== 'question') return 'not signed out'
      const end = performance.now() + Math.max(waitMs, sendingMs)
      await page().sendAll()
      const isWhole = async () => {
        const { answers, files, courses, checking } = await sync.onlyHere()
        return answers + files + courses + checking === 0
      }
      let isAllThere = await isWhole()
      while (!isAllThere && page().screen() === 'question' && performance.now() < end) {
        await wait(lookMs)
        isAllThere = await isWhole()
      }
      // The session was over before: the page has gone to the sign-in by itself.
      if (!isAllThere && page().screen() !== 'question') return 'not signed out'
      if (!isAllThere) note({ what: 'told missing', questions: [] })
      await device.signOut()
      return isAllThere ? 'all there' : 'some here'
    },
    async savedAt(question) {
      await move(question, 'pick')
      return page().stateOf(question)
    },
    // Neither documents nor files are among it.
    read: async () => true,
    lookAtFiles: async () => undefined,
    stopAt(ms) {
      stopMs = ms ?? Number.POSITIVE_INFINITY
    },
    isReportedUnsafe: async () => ['question', 'waiting'].includes(page().screen()) && !page().isStorageLasting(),
  }
}
