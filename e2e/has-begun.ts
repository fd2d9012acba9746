import { expect, type Locator } from '@playwright/test'

/** Waits until some of a recording has been heard: what is paused before that has not begun. */
export const hasBegun = (medium: Locator): Promise<void> =>
  expect.poll(() => medium.evaluate((one: HTMLMediaElement) => one.currentTime)).toBeGreaterThan(0)
