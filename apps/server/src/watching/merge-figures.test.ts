import { Gauge, Histogram } from 'prom-client'
import { expect, test } from 'vitest'
import { mergeFigures } from './merge-figures.ts'
import { openMetricsRegister } from './open-metrics-register.ts'

const registerOf = (database: string, value: number) => {
  const register = openMetricsRegister()
  register.setDefaultLabels({ database })
  new Gauge({ name: 'sitwell_one', help: 'One figure.', registers: [register] }).set(value)
  new Histogram({ name: 'sitwell_two', help: 'Another.', buckets: [1], registers: [register] }).observe(value)
  return register
}

test('the figures of several are one text, with each figure in one place and one end', async () => {
  const texts = await Promise.all([registerOf('a', 1), registerOf('b', 2)].map((one) => one.metrics()))
  const merged = mergeFigures(texts).split('\n')
  expect(merged.filter((line) => line.startsWith('#'))).toEqual([
    '# HELP sitwell_one One figure.',
    '# TYPE sitwell_one gauge',
    '# HELP sitwell_two Another.',
    '# TYPE sitwell_two histogram',
    '# EOF',
  ])
  expect(merged.slice(0, 4)).toEqual([
    '# HELP sitwell_one One figure.',
    '# TYPE sitwell_one gauge',
    'sitwell_one{database="a"} 1',
    'sitwell_one{database="b"} 2',
  ])
  expect(merged).toContain('sitwell_two_count{database="b"} 1')
  expect(mergeFigures([])).toBe('# EOF\n')
})
