import { type ExamContentInput, examJson, type Mapping, type Schedule } from '@sitwell/contract'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { schedulesStore } from '../../../context/held-schedules.ts'
import type { Player } from '../../../context/player.ts'
import { createEntrySteps } from './create-entry-steps.ts'

const schedule = { guid: 's', examGuid: 'e', completed: false } as Schedule

/** The steps over a server that answers each call with `reply`. */
const stepsWith = (reply: unknown) => {
  const call = vi.fn(async () => ({ ok: true, value: reply }))
  const reported: string[] = []
  const player = {
    api: { call },
    session: { user: { guid: 'u' } },
    settings: { proctoringMode: 0 },
    appSettings: {},
    text: (id: string) => id,
    reportError: (error: unknown) => void reported.push(String(error)),
  }
  const steps = createEntrySteps(player as unknown as Player, 'e', { visit: undefined, formRun: undefined })
  return { call, reported, steps }
}

afterEach(() => schedulesStore.clear())

// INIT-221
test('schedules that are loaded already are used as they are', async () => {
  schedulesStore.set([schedule])
  const { steps, call } = stepsWith([])
  expect(await steps.findSchedule()).toBe(schedule)
  expect(call).not.toHaveBeenCalled()
})

// INIT-222 INIT-223
test('schedules that are not loaded are fetched, and the exam may be none of them', async () => {
  const { steps, call } = stepsWith([{ ...schedule, examGuid: 'another' }])
  expect(await steps.findSchedule()).toBeUndefined()
  expect(call).toHaveBeenCalledTimes(1)
  schedulesStore.clear()
  expect(await stepsWith([schedule]).steps.findSchedule()).toEqual(schedule)
})

describe('an exam whose content contradicts itself', () => {
  const question = (id: string) => ({ id, type: 'STATICTEXT', number: 1, paperPartId: 'a', versionId: id, versionNumber: 1 })
  const node = (sectionId: string, sectionIds: string[], questionIds: string[]): Mapping => ({
    sectionId,
    sectionIds,
    questionIds,
  })
  const fetched = async (mappings: readonly Mapping[]) => {
    const content: ExamContentInput = {
      ...{ examGuid: 'e', examName: 'Lakes', version: 1, objectID: 1, resourceUrl: 'exams/' },
      ...{ settings: {}, sections: [], questions: [question('q')], mappings: [...mappings] },
    }
    const { steps, reported } = stepsWith(z.parse(examJson.reply, content))
    return { came: await steps.fetchExam(schedule), reported }
  }

  // RUN-355 RUN-356 ERR-314
  test.each([
    ['has no root', [node('a', [], ['q'])], 'no root mapping'],
    ['runs in a circle', [node('root', ['a'], []), node('a', ['b'], []), node('b', ['a'], ['q'])], 'contains itself'],
    ['has a question in two sections', [node('root', ['a'], ['q']), node('a', [], ['q'])], 'in two sections'],
    ['has a question with the id of a section', [node('root', ['q'], []), node('q', [], ['q'])], 'also a section id'],
    ['names a question that isn’t there', [node('root', [], ['q', 'p'])], 'lacks'],
    ['has empty sections alone', [node('root', ['a'], []), node('a', [], [])], 'no questions'],
  ])('because it %s ends with plain words for the learner and the fault for support', async (_, mappings, fault) => {
    const { came, reported } = await fetched(mappings)
    expect(came).toEqual({ kind: 'cannot-start', message: 'exam.contentFault' })
    expect(reported).toEqual([expect.stringContaining(fault)])
  })

  test('an empty section beside others takes nothing away', async () => {
    const { came, reported } = await fetched([node('root', ['a', 'b'], []), node('a', [], []), node('b', [], ['q'])])
    expect(came).toMatchObject({ kind: 'exam', exam: { paper: { order: ['q'] } } })
    expect(reported).toEqual([])
  })
})
