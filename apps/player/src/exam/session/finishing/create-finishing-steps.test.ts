import type { Question } from '@sitwell/contract'
import { buildPaper } from '@sitwell/exam/paper/paper'
import { describe, expect, test } from 'vitest'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import type { ExtensionSteps } from '../extension/extension-steps.ts'
import { createFinishingSteps } from './create-finishing-steps.ts'

const paper = buildPaper([
  { sectionId: 'root', sectionIds: ['a', 'b'], questionIds: [] },
  { sectionId: 'a', sectionIds: [], questionIds: ['a1'] },
  { sectionId: 'b', sectionIds: ['inner'], questionIds: [] },
  { sectionId: 'inner', sectionIds: [], questionIds: ['shut', 'b1', 'b2'] },
])
const questions = new Map(paper.order.map((id) => [id, { id, disabled: id === 'shut' } as Question]))
const part = { kind: 'part', partId: 'a', nextPartId: 'b' } as const

const make = ({ saves = true, wasExtended = false } = {}) => {
  const did: string[] = []
  const formRun = {
    answers: {
      async saveChanged() {
        did.push('save answers')
        if (!saves) throw new Error('The disk is full')
      },
    },
    time: {
      complete: (id: string) => did.push(`complete ${id}`),
      give: (ms: number) => did.push(`give ${ms}`),
      read: () => ({ timeUp: 'exam' }),
    },
    wasExtended: () => wasExtended,
    keepExtended: async () => void did.push('extended'),
  }
  const steps = createFinishingSteps({
    exam: { paper, questions },
    // Boundary: of a form run, what finishing touches.
    formRun: formRun as unknown as FormRun,
    extension: {} as ExtensionSteps,
    open: (id) => void did.push(`open ${id}`),
    resume: () => void did.push('resume'),
    onError: (error) => void did.push(`report ${error}`),
  })
  return { steps, did }
}

describe('the steps of finishing', () => {
  // FIN-315
  test('save the answers of a part before they close it, and open the first question of the next', async () => {
    const { steps, did } = make()
    await steps.completePart(part)
    await steps.enterNextPart(part)
    expect(did).toEqual(['save answers', 'complete a', 'open b1'])
  })

  test('close a part whose answers this browser can’t keep, too, and report it', async () => {
    const { steps, did } = make({ saves: false })
    await steps.completePart(part)
    expect(did).toEqual(['save answers', 'report Error: The disk is full', 'complete a'])
  })

  // EXT-316
  test('add the time of an extension, once: not where the live event has brought it already, and it was used up unread', async () => {
    const late = make()
    await late.steps.extend(90)
    expect(late.did).toEqual(['extended', 'give 90000'])
    const there = make({ wasExtended: true })
    await there.steps.extend(90)
    expect(there.did).toEqual(['extended'])
  })
})
