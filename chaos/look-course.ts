import type { Frame, Page } from '@playwright/test'
import { lookAt, type Sight } from './look.ts'

/** What the player's page shows of a course. */
interface CourseOnPage {
  readonly isPlaying: boolean
  /** In their order. */
  readonly lessons: readonly { readonly isCompleted: boolean; readonly isOpen: boolean }[]
  readonly keeping: string
  readonly isCarried: boolean
  readonly heading: string
}

/** What a lesson shows in its frame. */
interface LessonInFrame {
  readonly text: string
  readonly isReview: boolean
  /** Of a unit of cmi5: the store has said that it has all of the text. */
  readonly isStored: boolean | undefined
}

/** Runs in the page. */
const readCourse = (): CourseOnPage => ({
  isPlaying: document.querySelector('[data-testid="sco-player"], [data-testid="au-player"]') !== null,
  lessons: [...document.querySelectorAll('[data-testid="lesson"]')].map((one) => {
    const buttons = [...one.querySelectorAll('button')]
    return {
      isCompleted: buttons.some((button) => button.textContent === 'Look again'),
      isOpen: buttons.some((button) => /^(Start|Continue)$/.test(button.textContent ?? '') && !button.disabled),
    }
  }),
  keeping: document.querySelector('[data-testid="course-keeping"]')?.textContent ?? '',
  isCarried: /works offline/.test(document.querySelector('[data-testid="course-files"]')?.textContent ?? ''),
  heading: document.querySelector('main h1')?.textContent ?? '',
})

/** Runs in the frame of a lesson. */
const readLesson = (): LessonInFrame | undefined => {
  const field = document.querySelector<HTMLInputElement>('#notes')
  const mode = document.querySelector('#mode')?.textContent ?? ''
  // Its script has run once that is there.
  const stored = field?.dataset.kept
  return field && mode !== ''
    ? {
        text: field.value,
        isReview: / review /.test(mode),
        isStored: stored === undefined ? undefined : stored === field.value,
      }
    : undefined
}

/** Milliseconds for which a frame is asked that may be loading, or gone. */
const askMs = 1000
const wait = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined))

const ofLesson = /\/course\/[^/]+\/s(\d+)\.html/

/** The frame of the lesson that is open. */
export const lessonFrame = (page: Page): Frame | undefined =>
  page.frames().findLast((one) => ofLesson.test(one.url()) && !one.isDetached())

/** What shows of a course: its lessons, or one of them, with what is in its field; bookmarked is one that is completed. */
export const lookAtCourse = async (page: Page): Promise<Sight> => {
  const [sight, course] = await Promise.all([lookAt(page), page.evaluate(readCourse).catch(() => undefined)])
  if (!course || sight.dialog !== undefined || sight.screen !== 'something else') return sight
  const { isPlaying, lessons, keeping, isCarried, heading } = course
  if (heading === 'Open in another tab') return { ...sight, screen: 'elsewhere' }
  if (heading === 'The lesson could not be opened') return { ...sight, screen: 'lesson failed' }
  if (!isPlaying) {
    if (lessons.length === 0) return sight
    return { ...sight, lessons, screen: lessons.every(({ isCompleted }) => isCompleted) ? 'complete' : 'lessons' }
  }
  const frame = lessonFrame(page)
  const shown = frame && (await Promise.race([frame.evaluate(readLesson).catch(() => undefined), wait(askMs)]))
  const question = frame && Number(ofLesson.exec(frame.url())?.[1])
  if (!shown) return { ...sight, screen: 'lesson opening' }
  const status = shown.isStored === undefined ? keeping : shown.isStored ? 'Saved' : ''
  const launch = new URL(frame.url()).searchParams.get('fetch') ?? undefined
  const answered = { question, answer: shown.text, isBookmarked: shown.isReview }
  return { ...sight, screen: 'question', ...answered, status, isCarried, launch }
}

/** Milliseconds between two looks: a frame tells nobody of its changes. */
const againMs = 100

/** The same as soon as it isn't `before` any more, or after this many milliseconds. */
export const lookAtCourseAgain = async (page: Page, before: Sight, ms: number): Promise<Sight> => {
  const end = performance.now() + ms
  for (;;) {
    await wait(Math.min(againMs, Math.max(0, end - performance.now())))
    const now = await lookAtCourse(page)
    if (performance.now() >= end || JSON.stringify(now) !== JSON.stringify(before)) return now
  }
}
