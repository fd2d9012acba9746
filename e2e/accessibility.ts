import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What only a whole page can have or lack: a part, and a frame in it, are none. */
const ofWholePages = ['landmark-one-main', 'page-has-heading-one', 'region']

/**
 * No violation of WCAG 2.2 AA, nor of the tool's own best practices, on the page as it stands; or in a part of it alone, by its
 * selector, where the rest has been looked at before: the whole of an exam's page takes a second.
 */
export async function expectNoViolations(page: Page, within?: string): Promise<void> {
  // Half-way through a fade, a text has a contrast that nobody has time to read.
  const moving = () =>
    page.evaluate(
      () =>
        document
          .getAnimations()
          .filter(({ effect, playState }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime))
          .length,
    )
  // Asked again and again: one that its page takes back is waited for by its promise for ever.
  await expect.poll(moving).toBe(0)
  // What was announced stands there by the id of what said it, for some seconds after that is gone: heard, never looked at.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).exclude('[data-live-announcer]')
  // What several frames give is put together in a new window, which costs more than the scan; without frames one run in the page
  // finds the same.
  axe.setLegacyMode(page.frames().length === 1)
  const { violations } = await (within === undefined ? axe : axe.include(within).disableRules(ofWholePages)).analyze()
  const found = violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.target.join(' ')) }))
  expect(found).toEqual([])
}
