import type { Page } from '@playwright/test'
import { lessonFrame } from './look-course.ts'

/**
 * Runs in the page: resolves once it has had its own second, and its store has then answered behind all that was begun to be
 * written until then. It is counted in short steps of the page's own: one that stands still, or whose timers come late, hasn't had
 * its time, and what it puts off by half of a second is begun before.
 */
const settle = async (): Promise<void> => {
  for (let step = 0; step < 10; step += 1) await new Promise((resolve) => setTimeout(resolve, 100))
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('The store can not be read.'))
    })
  const database = await done(indexedDB.open('sitwell'))
  try {
    const [first = 'answers', ...others] = database.objectStoreNames
    await done(
      database
        .transaction([first, ...others])
        .objectStore(first)
        .count(),
    )
  } finally {
    database.close()
  }
}

/**
 * Whether the page has had its time to keep what was done until now: nothing is in its memory alone for longer than a second
 * (docs/durability.md). False if it goes before that.
 */
export const hasSettled = (page: Page): Promise<boolean> =>
  page.evaluate(settle).then(
    () => true,
    () => false,
  )

/** Milliseconds between two looks at a unit. */
const againMs = 100

/** Whether the unit that is open says that the server has all that was typed until now. False if it goes before that. */
export const hasUnitSettled = async (page: Page): Promise<boolean> => {
  const frame = lessonFrame(page)
  if (!frame) return false
  for (;;) {
    const isStored = await frame
      .evaluate(() => {
        const field = document.querySelector<HTMLInputElement>('#notes')
        return field ? field.value === field.dataset.kept : undefined
      })
      .catch(() => undefined)
    if (isStored !== false) return isStored === true
    await new Promise((resolve) => setTimeout(resolve, againMs))
  }
}
