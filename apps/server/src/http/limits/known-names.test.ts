import { expect, test } from 'vitest'
import { createKnownNames } from './known-names.ts'

test('of more names than are remembered the one that was let in the longest ago is forgotten', () => {
  const known = createKnownNames(2)
  for (const name of ['a', 'b', 'a', 'c']) known.add(name)
  expect(['a', 'b', 'c', 'd'].map(known.has)).toEqual([true, false, true, false])
})
