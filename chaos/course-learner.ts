import type { Act } from './acts.ts'
import type { Learner } from './learner.ts'
import { anyDialog, createBase, type LearnerParts, type OnWay, Stuck, standstillMs } from './learner-base.ts'
import type { Sight } from './look.ts'
import { lessonFrame, lookAtCourse, lookAtCourseAgain } from './look-course.ts'
import { shownValue } from './notes.ts'
import type { Target } from './press.ts'

/** Milliseconds after which somebody closes a lesson that doesn't show, and opens it again. */
const emptyMs = 4000
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const close: Target = { css: '[data-testid="sco-player"] button', name: '^close$' }
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
  const { device, longestMs } = parts
  const base = createBase(parts, () => ways)
  const { note, told, press, until, comeBack, see, look } = base
  let emptySinceMs: number | undefined

  const ways = {
    look: () => lookAtCourse(device.page()),
    lookAgain: (before: Sight, ms: number) => lookAtCourseAgain(device.page(), before, ms),
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
    // The page has taken it, whichever way it goes on.
    if (after && after.screen !== 'something else') note({ what: 'entered', question, value })
    else note({ what: 'perhaps entered', question, values: [value] })
    await strike(1)
  }

  return {
    arrive: base.arrive,
    comeBack,
    async act(act, strike) {
      if (act.do === 'write') {
        const before = await see()
        if (!(await strike(0))) await base.type(before, act, strike)
      } else if (act.do === 'leave') await leave(act, strike)
      else if (act.do === 'complete') await complete(strike)
      else throw new Error(`Nobody can “${act.do}” in a course.`)
    },
    async leaveQuestion() {
      // Each key is set at once.
      await see()
    },
    async finish(withinMs = longestMs) {
      const end = performance.now() + withinMs
      for (let sight = await look(); ; sight = await base.lookAgain(sight, standstillMs)) {
        if (sight.screen === 'complete') return
        if (performance.now() > end) throw new Stuck(`Not completed: ${await told(sight)}`)
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
    isToldUnsafe: async () => false,
  }
}
