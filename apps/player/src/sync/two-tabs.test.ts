import { leastAfter } from '@sitwell/exam/answers/save-sequences'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryStore } from '../storage/memory-store.ts'
import type { Caller } from './queue/delivery.ts'
import { examStart, text } from './testing/exam-start.ts'
import { startTestSync } from './testing/start-test-sync.ts'
import { createContactClock } from './time/contact-clock.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 5, 1) }))
afterEach(() => void vi.useRealTimers())

interface Save {
  readonly sequence: number
  readonly answerText: string
}

/** A server that keeps the save with the highest number, as the statement of a save does, and the tabs of one browser that has no locks. */
const arrange = async () => {
  const places = createMemoryStore()
  let standing: Save | undefined
  const api: Caller = {
    async call(call, input) {
      if (call.name !== 'saveAnswer') return { ok: true, value: {} }
      const save = input.body as Save
      const before = standing
      if (!before || save.sequence > before.sequence) standing = save
      const isBelow = before && before.sequence > save.sequence
      return { ok: true, value: { sequence: save.sequence, applied: !isBelow, ...(isBelow && { standing: before.sequence }) } }
    },
  }
  let tabs = 0
  const openTab = async () => {
    tabs += 1
    const tab = tabs
    let ids = 0
    const readClocks = () => ({ wallMs: Date.now(), steadyMs: Date.now() })
    const contact = createContactClock(readClocks)
    contact.heard(Date.now())
    const sync = await startTestSync({ api, contact, readClocks, newId: () => `tab ${tab}, ${++ids}` }, places)
    const lastSequence = leastAfter(Date.now())
    await vi.advanceTimersByTimeAsync(1000)
    return sync.openFormRun({ ...examStart, lastSequence, questions: examStart.questions.filter(({ id }) => id === 'q1') })
  }
  return { openTab, standing: () => standing?.answerText }
}

test.each([
  { first: 0, sends: 0 },
  { first: 0, sends: 1 },
  { first: 1, sends: 0 },
  { first: 1, sends: 1 },
])('of two tabs without locks the words typed last stand: tab $first types first, tab $sends sends first', async (order) => {
  const { openTab, standing } = await arrange()
  const tabs = [await openTab(), await openTab()] as const
  const of = (tab: number) => (tab === 0 ? tabs[0] : tabs[1])
  of(order.first).answers.draft('q1', text('typed first'))
  await vi.advanceTimersByTimeAsync(3000)
  of(1 - order.first).answers.draft('q1', text('typed three seconds later'))
  await vi.advanceTimersByTimeAsync(1000)
  await of(order.sends).saveAnswers()
  await vi.advanceTimersByTimeAsync(3000)
  await of(1 - order.sends).saveAnswers()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(standing()).toBe('typed three seconds later')
  for (const tab of tabs) tab.stop()
})
