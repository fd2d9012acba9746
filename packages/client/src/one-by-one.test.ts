import { expect, test } from 'vitest'
import { oneByOne } from './one-by-one.ts'

test('tasks run one after the other, and a failure does not stop the next one', async () => {
  const [happened, failed] = [[] as string[], [] as unknown[]]
  const inTurn = oneByOne((error) => failed.push(error))
  const gate = Promise.withResolvers<void>()
  const work = (name: string, until: Promise<unknown>) => async () => {
    happened.push(`${name} begins`)
    await until
    happened.push(`${name} ends`)
    return name
  }
  const broken = new Error('no')
  const first = inTurn(work('a', gate.promise))
  const second = inTurn(work('b', Promise.reject(broken)))
  const third = inTurn(work('c', Promise.resolve()))
  await Promise.resolve()
  expect(happened).toEqual(['a begins'])
  gate.resolve()
  await expect(second).rejects.toBe(broken)
  expect([await first, await third]).toEqual(['a', 'c'])
  expect(happened).toEqual(['a begins', 'a ends', 'b begins', 'c begins', 'c ends'])
  expect(failed).toEqual([broken])
})
