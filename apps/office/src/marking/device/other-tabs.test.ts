import { expect, test, vi } from 'vitest'
import { createOtherTabs } from './other-tabs.ts'

const openTab = () => {
  const errors: unknown[] = []
  return { errors, ...createOtherTabs(navigator.locks, (error) => void errors.push(error)) }
}
const becomes = (tab: ReturnType<typeof openTab>, ids: readonly string[]) =>
  vi.waitFor(async () => expect([...(await tab.held('queue'))].sort()).toEqual(ids))

test('each tab of a browser knows what the others have, and no longer than they have it', async () => {
  const [one, two] = [openTab(), openTab()]
  one.hold('queue', ['a', 'b'])
  await becomes(two, ['a', 'b'])
  two.hold('queue', ['b', 'c'])
  await becomes(one, ['c'])
  expect(await two.held('queue 2')).toEqual([])
  // Both tabs have opened b: the tab that continues with it keeps it.
  one.hold('queue', ['a'])
  await becomes(one, ['b', 'c'])
  two.hold('queue', [])
  await becomes(one, [])
  await becomes(two, ['a'])
  one.hold('queue', [])
  await becomes(two, [])
  expect([one.errors, two.errors]).toEqual([[], []])
})

test('a browser without locks knows nothing of its tabs', async () => {
  const tab = createOtherTabs(undefined, () => {})
  tab.hold('queue', ['a'])
  expect(await tab.held('queue')).toEqual([])
})
