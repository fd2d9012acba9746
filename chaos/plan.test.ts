import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Act } from './acts.ts'
import { evidenceQuestion, optionsOf, questionKinds, questionsOfPart } from './exam.ts'
import { faultKinds } from './fault-kinds.ts'
import { leavesServerTimeOff, planOf } from './plan.ts'

const seeds = fc.integer({ min: 0, max: 1_000_000 })
const known = new Set<string>(faultKinds)

test('a seed has one plan', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      expect(planOf(seed)).toEqual(planOf(seed))
    }),
  )
})

test('a plan asks for nothing that the exam does not have, and every fault of it heals', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const { steps, database, end, isCourse, atFinish, ending, exam } = planOf(seed)
      if (atFinish)
        expect([ending, isCourse, end, steps.length > atFinish.backupStep]).toEqual(['finish', false, undefined, true])
      expect(database).toBe(seed % 2 === 0 ? 'sqlite' : 'postgres')
      // Who takes a course along writes before, does two things away at least, and writes again.
      const fewest = isCourse ? 5 : end ? 7 : 12
      expect(steps.length).toBeGreaterThanOrEqual(fewest)
      if (end) expect(steps.length).toBeGreaterThan(end.step + end.stepsAfter)
      for (const { act, fault } of steps) {
        if (act.do === 'leave' || act.do === 'complete') expect(isCourse).toBe(true)
        if (act.do === 'check') expect(exam).toBe('checked')
        if (act.do === 'end part') expect(exam).toBe('routed')
        if (isCourse) expect(['write', 'leave', 'complete', 'carry']).toContain(act.do)
        const kind = isCourse ? 'text' : questionKinds[act.question]
        const isOfFiles = act.do === 'upload' || act.do === 'remove'
        expect(isOfFiles).toBe(act.question === evidenceQuestion)
        if (!isOfFiles) expect(kind).toBeDefined()
        if (act.do === 'write') expect(kind).toBe('text')
        if (act.do === 'choose' || act.do === 'tick') expect(act.option).toBeLessThan(optionsOf(act.question))
        if (!fault) continue
        expect(known).toContain(fault.kind)
        expect(fault.lastsMs).toBeLessThanOrEqual(3000)
        expect(fault.after).toBeLessThanOrEqual(act.do === 'write' ? act.keys.length : 1)
        if (database === 'sqlite') expect(fault.kind).not.toMatch(/^(database killed|failover)/)
        if (database === 'postgres') expect(fault.kind).not.toMatch(/^file/)
        if (/^(restored|failover|file)/.test(fault.kind)) {
          expect(fault.backupStep).toBeGreaterThanOrEqual(-1)
          expect(fault.backupStep).toBeLessThan(steps.length)
        }
      }
    }),
  )
})

test('where answers decide about parts nobody goes back into one that was left', () => {
  const routed = Array.from({ length: 300 }, (_, seed) => planOf(seed)).filter(({ exam }) => exam === 'routed')
  expect(routed.length).toBeGreaterThan(10)
  for (const { steps } of routed) {
    const end = steps.findIndex(({ act }) => act.do === 'end part')
    expect(end).toBeGreaterThan(0)
    for (const [at, { act }] of steps.entries()) expect(act.question < questionsOfPart).toBe(at <= end)
  }
})

test('some courses are taken along: the network goes once they are on the device, and nothing strikes then that asks for a sign-in', () => {
  const carried = Array.from({ length: 300 }, (_, seed) => planOf(seed, { isCourse: true })).filter(({ steps }) =>
    steps.some(({ act }) => act.do === 'carry'),
  )
  expect(carried.length).toBeGreaterThan(30)
  for (const { steps, serviceWorker, isCmi5 } of carried) {
    expect([serviceWorker, isCmi5]).toEqual([true, false])
    const from = steps.findIndex(({ act }) => act.do === 'carry')
    const { act, fault } = steps[from] ?? {}
    const acts = act?.do === 'carry' ? act.acts : 0
    expect(fault).toMatchObject({ kind: 'cut', after: 1, untilStep: from + 1 + acts })
    const away = steps.slice(from + 1, from + 1 + acts)
    expect(away).toHaveLength(acts)
    const kinds = away.flatMap(({ fault: one }) => one?.kind ?? [])
    const harmless = ['page reloaded', 'clock jump', 'server killed', 'restored by minutes']
    expect(kinds.filter((kind) => !harmless.includes(kind))).toEqual([])
    // A copy of the database is made only if all is well.
    for (const one of steps) expect(one.fault?.backupStep ?? 0).toBeLessThanOrEqual(from)
  }
})

test('a plan that is given its acts and its strikes has just these', () => {
  const acts = [1, 2, 4].map((question): Act => ({ do: 'go', question, by: 'pick' }))
  fc.assert(
    fc.property(seeds, (seed) => {
      const { steps } = planOf(seed, { acts, strikes: [{ step: 1, kind: 'cut', after: 0, lastsMs: 4000 }] })
      expect(steps.map(({ act }) => act)).toEqual(acts)
      expect(steps.map(({ fault }) => fault)).toEqual([undefined, { kind: 'cut', after: 0, lastsMs: 4000 }, undefined])
    }),
  )
})

test('the time of a server may be off after a run in which the clock of its machine was set, and after no other', () => {
  const kinds = ['server clock jump', 'server restarted with another clock', 'clock jump', 'server killed'] as const
  const plans = kinds.map((kind) => planOf(2, { steps: 6, strikes: [{ step: 3, kind, after: 0 }] }))
  expect(plans.map(leavesServerTimeOff)).toEqual([true, true, false, false])
})

test('some hundred seeds have every fault there is', () => {
  const struck = new Set(
    Array.from({ length: 800 }, (_, seed) => planOf(seed, { hasGuards: true })).flatMap(({ steps, end, atFinish }) => [
      ...(end ? [end.kind] : []),
      ...(atFinish ? [atFinish.kind] : []),
      ...steps.flatMap(({ fault }) => fault?.kind ?? []),
    ]),
  )
  expect([...struck].sort()).toEqual([...known].sort())
})
