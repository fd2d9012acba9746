import type { Act } from './acts.ts'
import { isPlayerCached, leaveToWorkers } from './carrying.ts'
import type { Learner } from './learner.ts'
import { anyDialog, createBase, type LearnerParts, type OnWay, Stuck, standstillMs } from './learner-base.ts'
import type { Sight } from './look.ts'
import { lessonFrame, lookAtCourse, lookAtCourseAgain } from './look-course.ts'
import { shownValue } from './notes.ts'
import type { Target } from './press.ts'

/** Milliseconds after which somebody closes a lesson that doesn't show, and opens it again. */
const emptyMs = 4000
/** Milliseconds after which somebody opens a lesson again that doesn't become one that continues without a network, and gives it up. */
const carriedAgainMs = 20_000
const longestCarryingMs = 90_000
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const close: Target = {
  css: '[data-testid="sco-player"] button, [data-testid="au-player"] button',
  name: '^(close|back to the lessons)$',
}
const takeOver: Target = { css: 'main button', name: '^continue here$' }
const tryAgain: Target = { css: 'main button', name: '^try again$' }
/** Of the lesson at a place, from 0. */
const openLesson = (place: number): Target => ({
  css: `li[data-testid="lesson"]:nth-of-type(${place + 1}) button`,
  name: '^(start|continue) ',
})

/**
 * A learner in a course. Its lessons are numbered as questions are; what is typed into one is what its course sets, and a completed one
 * is marked as a bookmarked answer is.
 */
export const createCourseLearner = (parts: LearnerParts): Learner => {
  const { device, longestMs, isCmi5 = false } = parts
  const base = createBase(parts, () => ways)
  const { note, reported, press, until, comeBack, see, look } = base
  let emptySinceMs: number | undefined
  let launch: string | undefined
  /** A unit that is opened again went before, with all that the store had not said it has. */
  const heed = (sight: Sight): Sight => {
    if (sight.launch === undefined || sight.launch === launch) return sight
    if (launch !== undefined) note({ what: 'cut short', isReload: false })
    launch = sight.launch
    return sight
  }

  const ways = {
    look: async () => heed(await lookAtCourse(device.page())),
    lookAgain: async (before: Sight, ms: number) => heed(await lookAtCourseAgain(device.page(), before, ms)),
    async goOn({ screen, isBookmarked, lessons = [] }: Sight) {
      if (screen !== 'lesson opening') emptySinceMs = undefined
      if (screen === 'lessons') await press(openLesson(lessons.findIndex(({ isOpen }) => isOpen)))
      // What is done in it counts no more.
      else if (screen === 'question' && isBookmarked) await press(close)
      else if (screen === 'elsewhere') await press(takeOver)
      else if (screen === 'lesson failed') await wait(300).then(() => press(tryAgain))
      else if (screen === 'lesson opening') {
        emptySinceMs ??= performance.now()
        if (performance.now() - emptySinceMs > emptyMs) await press(close)
      } else return false
      return true
    },
    field: () => {
      const frame = lessonFrame(device.page())
      return frame ? frame.locator('#notes') : { focus: () => Promise.reject(new Error('No lesson is open.')) }
    },
  }
  const pressInLesson = async (css: string) => {
    const frame = lessonFrame(device.page())
    return frame ? press({ css }, 1500, frame) : ('not pressed' as const)
  }
  const hasLeft = ({ screen }: Sight) => screen === 'lessons' || screen === 'complete'

  const leave = async ({ by }: Act & { do: 'leave' }, strike: OnWay) => {
    await see()
    if (await strike(0)) return
    if (by === 'close') await press(close)
    else await pressInLesson('#suspend')
    if (await strike(1)) return
    await until(hasLeft, 10_000)
  }
  /** Completes the lesson that is open. */
  const complete = async (strike: OnWay) => {
    const { question, answer = '' } = await see()
    if (await strike(0)) return
    const value = shownValue(answer, true)
    const done = await pressInLesson('#complete')
    if (done === 'not pressed') return
    const after = done === 'pressed' ? await until(({ screen }) => screen !== 'question', 3000) : undefined
    // The page has taken it, whichever way it continues.
    const isTaken = isCmi5 ? after?.lessons?.[question]?.isCompleted : after && after.screen !== 'something else'
    if (isTaken) note({ what: 'entered', question, value })
    else note({ what: 'perhaps entered', question, values: [value] })
    // A unit that has yet to say so may do it at any moment: what it came to shows where it is opened again.
    if (isCmi5 && after?.screen === undefined) await press(close)
    await strike(1)
  }

  /** Stays until the course is on this device, and all of it on the server; answers whether it came to that. */
  const waitUntilCarried = async (): Promise<boolean> => {
    const end = performance.now() + longestCarryingMs
    for (;;) {
      await see()
      const there = await until(({ isCarried, screen }) => isCarried === true || screen !== 'question', carriedAgainMs)
      if (there?.isCarried && (await device.unsent(carriedAgainMs)) === 0 && (await isPlayerCached(device.page()))) return true
      if (performance.now() > end) return false
      if (there === undefined) await press(close)
    }
  }
  /** Acts that are still to be done on this device, whatever the network does. */
  let due = 0
  /** Milliseconds in which a lesson shows that is on this device, on a busy machine too. */
  const longestCarriedMs = longestMs / 3
  let isStranded = false
  const carry = async ({ acts, isRested }: Act & { do: 'carry' }, strike: OnWay) => {
    const isThere = await waitUntilCarried()
    if (!isThere) return note({ what: 'carried on', isShown: false, detail: await reported(await look()) })
    await leaveToWorkers(device.page(), isRested)
    due = acts
    isStranded = false
    await strike(1)
  }
  /** Whether a lesson shows that the next act can be done in. Where one didn't that had to, the others aren't tried. */
  const isReady = async (): Promise<boolean> => {
    if (due === 0) return true
    due -= 1
    if (isStranded) return false
    try {
      await comeBack(longestCarriedMs)
      note({ what: 'carried on', isShown: true })
      return true
    } catch (error) {
      if (!(error instanceof Stuck)) throw error
      isStranded = true
      note({ what: 'carried on', isShown: false, detail: error.message })
      return false
    }
  }

  return {
    arrive: base.arrive,
    comeBack,
    async act(act, strike) {
      if (!(await isReady())) return
      if (act.do === 'carry') await carry(act, strike)
      else if (act.do === 'write') {
        const before = await see()
        if (!(await strike(0))) await base.type(before, act, strike)
      } else if (act.do === 'leave') await leave(act, strike)
      else if (act.do === 'complete') await complete(strike)
      else throw new Error(`Nobody can “${act.do}” in a course.`)
    },
    async leaveQuestion() {
      // Each key is set at once.
      await see()
      if (isCmi5) await until(({ status }) => status === 'Saved', 20_000)
    },
    async finish(withinMs = longestMs) {
      const end = performance.now() + withinMs
      for (let sight = await look(); ; sight = await base.lookAgain(sight, standstillMs)) {
        if (sight.screen === 'complete') return
        if (performance.now() > end) throw new Stuck(`Not completed: ${await reported(sight)}`)
        if (sight.dialog !== undefined) await press(anyDialog)
        else if ((await comeBack()).screen === 'complete') return
        else {
          base.begin()
          await complete(async () => false)
        }
      }
    },
    seeEnd: async () => void (await comeBack()),
    readEnd: async () => undefined,
    saveHandIn: async () => undefined,
    signOut: base.signOut,
    async savedAt() {
      const { status } = await look()
      return status === 'Saved' ? 'on-server' : 'on-device'
    },
    lookAtFiles: async () => undefined,
    read: async () => true,
    stopAt: base.stopAt,
    // A course's page has no word for that.
    isReportedUnsafe: async () => false,
  }
}
