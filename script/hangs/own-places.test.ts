import { expect, test } from 'vitest'
import { ownPlaces } from './own-places.ts'

test('places of the project are taken from a stack, nearest first; those of libraries, of Node and of this folder are left out', () => {
  const at = (path: string) => `${process.cwd()}/${path}`
  const stack = [
    'Error',
    `    at noteCalls (${at('script/hangs/calls-under-way.ts')}:1:2)`,
    `    at ask (${at('apps/server/src/ask.ts')}:6:23)`,
    `    at Pool.query (${at('node_modules/pg/index.js')}:3:4)`,
    '    at process.processTicksAndRejections (node:internal/process/task_queues:104:5)',
    `    at async file://${at('apps/server/src/ask.test.ts')}:14:10`,
  ].join('\n')
  expect(ownPlaces(stack)).toEqual(['apps/server/src/ask.ts:6', 'apps/server/src/ask.test.ts:14'])
})
