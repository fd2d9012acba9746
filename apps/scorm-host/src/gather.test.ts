import { expect, test } from 'vitest'
import { createGather } from './gather.ts'

const gathering = () => {
  let nowMs = 0
  let reports = 0
  let costMs = 0
  const waiting: { callback: () => void; atMs: number }[] = []
  const gather = createGather({
    tell() {
      reports += 1
      nowMs += costMs
    },
    nowMs: () => nowMs,
    wait: (callback, ms) => void waiting.push({ callback, atMs: nowMs + ms }),
  })
  const pass = async (ms: number) => {
    nowMs += ms
    for (const due of waiting.filter(({ atMs }) => atMs <= nowMs)) {
      waiting.splice(waiting.indexOf(due), 1)
      due.callback()
    }
    await Promise.resolve()
  }
  return {
    gather,
    pass,
    reports: () => reports,
    setCost: (ms: number) => {
      costMs = ms
    },
  }
}

test('a change is told as soon as the SCO has done what it is doing', async () => {
  const { gather, reports } = gathering()
  gather.note()
  gather.note()
  expect(reports()).toBe(0)
  await Promise.resolve()
  expect(reports()).toBe(1)
})

test('changes in a loop are told together, the last one too, and the longer a telling takes the fewer there are', async () => {
  const { gather, pass, reports, setCost } = gathering()
  for (let ms = 0; ms < 1000; ms += 1) {
    gather.note()
    await pass(1)
  }
  const cheap = reports()
  expect(cheap).toBeGreaterThan(30)
  expect(cheap).toBeLessThan(60)
  setCost(50)
  for (let ms = 0; ms < 1000; ms += 1) {
    gather.note()
    await pass(1)
  }
  expect(reports() - cheap).toBeLessThan(10)
  await pass(1000)
  const before = reports()
  await pass(1000)
  expect(reports()).toBe(before)
})
