import { expect, test } from 'vitest'
import { type GapState, gapCredit, markGaps } from './gap-credit-marking.ts'

test.each<[string, object, GapState[], number]>([
  ['all right', { kind: 'each' }, ['right', 'right'], 4],
  ['half right', { kind: 'each' }, ['right', 'empty'], 2],
  ['one wrong with a penalty', { kind: 'each', penalty: 0.5 }, ['right', 'wrong'], 1.5],
  ['an empty one costs no penalty', { kind: 'each', penalty: 0.5 }, ['right', 'empty'], 2],
  ['never below nothing', { kind: 'each', penalty: 5 }, ['right', 'wrong'], 0],
  ['all or nothing, all', { kind: 'all', penalty: 1 }, ['right', 'right'], 4],
  ['all or nothing, not all', { kind: 'all' }, ['right', 'empty'], 0],
  ['all or nothing with a penalty', { kind: 'all', penalty: 1 }, ['right', 'wrong'], -1],
  ['nothing answered costs nothing', { kind: 'all', penalty: 1 }, ['empty', 'empty'], 0],
])('gaps: %s', (_, credit, gaps, score) => {
  expect(markGaps({ marks: 4, credit: gapCredit.parse(credit) }, gaps).score).toBe(score)
})
