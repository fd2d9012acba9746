import { expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { connectionPopupsMachine } from './connection-popups.machine.ts'

const begin = () => {
  let nowMs = 0
  const done: (string | number)[] = []
  const answer = Promise.withResolvers<void>()
  const actor = createActor(connectionPopupsMachine, {
    input: {
      steps: {
        nowMs: () => nowMs,
        pause: () => done.push('pause'),
        resume: () => done.push('resume'),
        reportAbsence: (forMs) => done.push(forMs),
        reported: () => answer.promise,
        displayed: (popup) => done.push(popup),
        confirmed: (popup) => done.push(`OK ${popup}`),
      },
    },
  }).start()
  return {
    done,
    answer: answer.resolve,
    /** Lets time pass, sends an event and answers what it did. */
    send: (type: 'LOST' | 'REACHED' | 'SAVED' | 'CONFIRM' | 'COMPLETED' | 'OPEN', afterMs = 0) => {
      nowMs += afterMs
      actor.send({ type })
      return done.splice(0)
    },
    state: () => actor.getSnapshot().value,
  }
}

// NET-302 NET-305 NET-306 NET-308
test('a loss pauses the exam until its return was confirmed; what it lasted is told before the answers go, and the rest at the end', async () => {
  const popups = begin()
  expect(popups.send('REACHED')).toEqual([])
  expect(popups.send('LOST')).toEqual(['pause', 'connection-lost'])
  expect(popups.send('CONFIRM')).toEqual([])
  expect(popups.send('SAVED')).toEqual([])
  expect(popups.send('REACHED', 5000)).toEqual([5000])
  expect(popups.state()).toEqual({ lost: 'saving' })
  expect(popups.send('SAVED', 100)).toEqual(['connection-returned'])
  expect(popups.send('CONFIRM', 900)).toEqual(['OK connection-returned', 1000])
  // An invigilator may have paused it meanwhile: nothing shows before the server has said how it stands.
  expect(popups.state()).toBe('confirmed')
  popups.answer()
  await vi.waitFor(() => expect(popups.state()).toBe('connected'))
  expect(popups.done).toEqual(['resume'])
})

test('lost again before the answers were saved, or before the return was confirmed, the exam stays paused and no moment counts twice', () => {
  const popups = begin()
  popups.send('LOST')
  expect(popups.send('REACHED', 1000)).toEqual([1000])
  expect(popups.send('LOST', 200)).toEqual([])
  expect(popups.state()).toEqual({ lost: 'unreached' })
  expect(popups.send('REACHED', 3000)).toEqual([3200])
  expect(popups.send('SAVED')).toEqual(['connection-returned'])
  expect(popups.send('LOST', 400)).toEqual(['connection-lost'])
  expect(popups.send('REACHED', 600)).toEqual([1000])
  popups.send('SAVED')
  expect(popups.send('CONFIRM')).toEqual(['OK connection-returned', 0])
  expect(popups.send('LOST', 200)).toEqual(['connection-lost'])
  expect(popups.send('REACHED', 600)).toEqual([800])
})

test('an exam that was completed meanwhile is not gone on with, whatever the popup said; one that is open again is', () => {
  for (const before of [
    ['LOST', 'REACHED'],
    ['LOST', 'REACHED', 'SAVED'],
    ['LOST', 'REACHED', 'SAVED', 'CONFIRM'],
  ] as const) {
    const popups = begin()
    for (const type of before) popups.send(type)
    popups.send('COMPLETED')
    expect(popups.state()).toBe('over')
    for (const type of ['LOST', 'REACHED', 'SAVED', 'CONFIRM', 'COMPLETED'] as const) expect(popups.send(type)).toEqual([])
    expect(popups.state()).toBe('over')
    expect(popups.send('OPEN')).toEqual(['resume'])
    expect(popups.state()).toBe('connected')
  }
})

test('a server that doesn’t say how it stands holds nobody up for ever', async () => {
  vi.useFakeTimers()
  const popups = begin()
  for (const type of ['LOST', 'REACHED', 'SAVED', 'CONFIRM'] as const) popups.send(type)
  await vi.advanceTimersByTimeAsync(9999)
  expect(popups.state()).toBe('confirmed')
  await vi.advanceTimersByTimeAsync(1)
  expect(popups.state()).toBe('connected')
  vi.useRealTimers()
})
