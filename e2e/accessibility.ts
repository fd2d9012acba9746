import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import type { default as Axe, Result, RunOptions } from 'axe-core'
import { settled } from './settled.ts'

/** Half the size of the file that the builder sends to a page, twice for each scan. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

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
  // Asked again and again: one that its page takes back is waited for by its promise forever.
  await expect.poll(moving).toBe(0)
  await settled(page)
  // What was announced stands there by the id of what said it, for some seconds after that is gone: heard, never looked at.
  const excluded = '[data-live-announcer]'
  const rules = Object.fromEntries(within === undefined ? [] : ofWholePages.map((rule) => [rule, { enabled: false }]))
  const options: RunOptions = { resultTypes: ['violations'], rules }
  const context = { exclude: [excluded], ...(within !== undefined && { include: [within] }) }
  const violations =
    page.frames().length === 1 ? await violationsOf(page, context, options) : await violationsWithFrames(page, context, options)
  const found = violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.target.join(' ')) }))
  expect(found).toEqual([])
  if (new URL(page.url()).pathname.startsWith('/office')) await expectFocus(page)
}

/**
 * Fails if the focus is nowhere, as after the control that had it went away: a screen reader begins at the top of the page again. Each page of
 * the office takes the focus as it opens, so it is somewhere from then on.
 */
export const expectFocus = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => document.activeElement?.localName ?? 'nothing')).not.toMatch(/^(body|nothing)$/)

interface Context {
  readonly include?: string[]
  readonly exclude: string[]
}

/** The violations on a page without frames. Axe stays in the page for its next scan: to compile it costs as much as to run it. */
async function violationsOf(page: Page, context: Context, options: RunOptions): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${source};undefined`)
  return page.evaluate(
    async ([where, how]) => {
      // Boundary: its script names itself there.
      const { axe } = window as unknown as { axe: typeof Axe }
      return (await axe.run(where, how)).violations
    },
    [context, options] as const,
  )
}

/** What several frames give is put together in its own window, which costs more than the scan. */
async function violationsWithFrames(page: Page, { include, exclude }: Context, options: RunOptions): Promise<Result[]> {
  const axe = new AxeBuilder({ page }).options(options).exclude(exclude)
  return (await (include ? axe.include(include) : axe).analyze()).violations
}
