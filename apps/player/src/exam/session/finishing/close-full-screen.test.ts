import { expect, test } from 'vitest'
import { closeFullScreen } from './close-full-screen.ts'

const pageIn = (fullscreenElement: Element | null) => {
  const page = {
    closed: 0,
    fullscreenElement,
    exitFullscreen: async () => {
      page.closed += 1
    },
  }
  return page
}
// Boundary: which element fills the screen doesn't matter.
const element = {} as Element

// FIN-318
test('a required full screen closes with the exam; one that the learner chose stays, and none is closed twice', async () => {
  for (const [page, isRequired, closed] of [
    [pageIn(element), true, 1],
    [pageIn(element), false, 0],
    [pageIn(null), true, 0],
  ] as const) {
    await closeFullScreen(page, isRequired)
    expect(page.closed).toBe(closed)
  }
})
