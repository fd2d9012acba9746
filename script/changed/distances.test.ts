import { expect, test } from 'vitest'
import { distances } from './distances.ts'
import { links } from './testing/links.ts'

const stepsIn = (reached: ReturnType<typeof distances>) =>
  Object.fromEntries([...reached].map(([path, { steps }]) => [path, steps]))

test('counts the steps of the shortest way, and reports that way', () => {
  const graph = links(['a.test.ts', 'b.ts'], ['b.ts', 'c.ts'], ['a.test.ts', 'c.ts', 3], ['d.ts', 'a.test.ts'])
  const reached = distances(graph, ['c.ts'])
  expect(stepsIn(reached)).toEqual({ 'c.ts': 0, 'b.ts': 1, 'a.test.ts': 2 })
  expect(reached.get('a.test.ts')?.way).toEqual(['a.test.ts', 'b.ts', 'c.ts'])
})

test('paths end at a composition root, unless the root itself changed', () => {
  const routes = 'apps/server/src/routes.ts'
  const graph = links(['a.test.ts', routes], [routes, 'handler.ts'])
  expect(stepsIn(distances(graph, ['handler.ts']))).toEqual({ 'handler.ts': 0, [routes]: 1 })
  expect(stepsIn(distances(graph, ['handler.ts'], { through: true }))).toEqual({ 'handler.ts': 0, [routes]: 1, 'a.test.ts': 2 })
  expect(stepsIn(distances(graph, [routes]))).toEqual({ [routes]: 0, 'a.test.ts': 1 })
})
