import { expect, test } from 'vitest'
import { mostSteps, planByLinks, testSeconds } from './plan.ts'
import { planInWords } from './plan-in-words.ts'
import { links } from './testing/links.ts'

const changed = 'packages/exam/src/time/clock.ts'
const testAt = (name: string) => `packages/exam/src/${name}.test.ts`
const pathsOf = (near: readonly { readonly path: string }[]) => near.map(({ path }) => path)

test('runs the nearest first; of equally near tests, those in closer folders, then the shortest', () => {
  const graph = links(
    [testAt('far'), changed, 3],
    [testAt('parts/long'), changed],
    [testAt('parts/short'), changed],
    [testAt('time/clock'), changed],
    ['packages/exam/src/other.test.ts', 'packages/exam/src/other.ts'],
  )
  const plan = planByLinks(graph, [changed], (path) => (path === testAt('parts/short') ? 1 : 2))
  expect(pathsOf(plan.chosen)).toEqual([testAt('time/clock'), testAt('parts/short'), testAt('parts/long'), testAt('far')])
})

test('a story runs with each change of the product, and with none of a test alone', () => {
  const graph = links(['e2e/story.spec.ts', 'e2e/fixtures.ts'], [testAt('time/clock'), changed])
  expect(pathsOf(planByLinks(graph, [changed], () => 1).chosen)).toEqual(['e2e/story.spec.ts', testAt('time/clock')])
  expect(pathsOf(planByLinks(graph, [testAt('time/clock')], () => 1).chosen)).toEqual([testAt('time/clock')])
})

test('where time is short, a long test makes way for shorter ones; the output lists what was left out', () => {
  const graph = links([testAt('long'), changed], [testAt('short'), changed, 2])
  const plan = planByLinks(graph, [changed], (path) => (path === testAt('long') ? 10 * testSeconds : 1))
  expect(pathsOf(plan.chosen)).toEqual([testAt('short')])
  expect(pathsOf(plan.forWantOfTime)).toEqual([testAt('long')])
  expect(plan.seconds).toBeLessThanOrEqual(testSeconds)
  const words = planInWords(plan, [changed], '0123456789abcdef').join('\n')
  expect(words).toContain('Not run, though they depend on the change: 1 test file. script/test runs them all.')
  expect(words).toContain(testAt('long'))
})

test('a test that was changed itself runs however long it takes', () => {
  const graph = links([testAt('long'), changed])
  expect(pathsOf(planByLinks(graph, [testAt('long')], () => 10 * testSeconds).chosen)).toEqual([testAt('long')])
})

test('a test that is known to show a lock runs with a change of it, however long it takes', () => {
  const lock = 'apps/server/src/assessment/form-run/ledger-queries.ts'
  const atOnce = 'apps/server/src/testing/at-once.test.ts'
  const other = 'apps/server/src/testing/other.test.ts'
  const plan = planByLinks(links([atOnce, lock], [other, lock]), [lock], () => 10 * testSeconds)
  expect(pathsOf(plan.chosen)).toEqual([atOnce])
  expect(pathsOf(plan.forWantOfTime)).toEqual([other])
})

test('tests that are too far, or reach the change only through a composition root, are counted and not run', () => {
  const routes = 'apps/server/src/routes.ts'
  const handler = 'apps/server/src/site/ping.ts'
  const graph = links(['apps/server/src/other/a.test.ts', routes], [routes, handler], [testAt('far'), handler, mostSteps + 1])
  const plan = planByLinks(graph, [handler], () => 1)
  expect(plan.chosen).toEqual([])
  expect(plan.tooFar).toEqual([testAt('far')])
  expect(plan.throughAll).toEqual(['apps/server/src/other/a.test.ts'])
})
