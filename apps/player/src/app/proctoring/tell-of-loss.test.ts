import { expect, test } from 'vitest'
import { type LossParts, tellOfLoss } from './tell-of-loss.ts'

type Reported = Awaited<ReturnType<LossParts['tell']>>
const unreachable: Reported = { ok: false, kind: 'unreachable', message: 'down' }
const stands = (exam: 'not-begun' | 'begun' | 'complete'): Reported => ({
  ok: true,
  value: { ended: true, exam, examGuid: 'one' },
})

const telling = async (answers: readonly Reported[], finishing: readonly boolean[] = []) => {
  const order: string[] = []
  const parts: LossParts = {
    tell: async () => {
      order.push('tell')
      return answers[order.filter((one) => one === 'tell').length - 1] ?? unreachable
    },
    isFinishOnItsWay: async () => finishing[order.filter((one) => one === 'wait').length] ?? false,
    wait: async () => void order.push('wait'),
  }
  return { found: await tellOfLoss(parts, new AbortController().signal), order }
}

test('nothing is said of an exam before the server says how it stands, however long that takes', async () => {
  expect(await telling([unreachable, unreachable, stands('complete')])).toEqual({
    found: { exam: 'complete', examGuid: 'one' },
    order: ['tell', 'wait', 'tell', 'wait', 'tell'],
  })
  expect((await telling([stands('begun')])).found?.exam).toBe('begun')
  expect((await telling([stands('not-begun')])).found?.exam).toBe('not-begun')
})

test('an exam that was finished here, and whose completion is on its way, comes first', async () => {
  expect((await telling([stands('complete')], [true, true, false])).order).toEqual(['wait', 'wait', 'tell'])
})

test('of a session that the server doesn’t know nothing is said; one that only says that it ended is older', async () => {
  const refused: Reported = { ok: false, kind: 'refused', code: 'NOT_FOUND', status: 404, message: 'none' }
  expect(await telling([refused])).toEqual({ found: undefined, order: ['tell'] })
  expect((await telling([{ ok: true, value: { ended: true } }])).found).toEqual({ exam: 'begun', examGuid: undefined })
})

test('who has left hears nothing more', async () => {
  const gone = new AbortController()
  const parts = { tell: async () => unreachable, isFinishOnItsWay: async () => false, wait: async () => gone.abort() }
  expect(await tellOfLoss(parts, gone.signal)).toBeUndefined()
})
