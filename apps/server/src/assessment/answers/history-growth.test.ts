import { expect, test, vi } from 'vitest'
import { waitingSave } from '../../testing/waiting-save.ts'
import { createGrowthWatch } from './history-growth.ts'

test('an operator is told of a form run that saves more than anybody types, once and then for as much again', () => {
  const warn = vi.fn()
  const watch = createGrowthWatch({ log: { warn } as never })
  const megabyte = 'x'.repeat(1024 * 1024)
  const saveIn = (run: string) => watch({ ...waitingSave(run, 1).event, answer: megabyte.slice(1), workings: 'x' })
  // A long day: an essay of 50,000 characters each 30 seconds.
  for (let save = 0; save < 960; save += 1)
    watch({ ...waitingSave('honest', save).event, answer: megabyte.slice(0, 50_000), workings: '' })
  for (let save = 1; save < 512; save += 1) saveIn('script')
  expect(warn).not.toHaveBeenCalled()
  for (let save = 512; save < 1100; save += 1) saveIn('script')
  expect(warn.mock.calls.map(([{ formRunGuid, characters }]) => [formRunGuid, characters / 1024 / 1024])).toEqual([
    ['script', 512],
    ['script', 1024],
  ])
})
