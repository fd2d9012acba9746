import { expect, test } from 'vitest'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import type { ExamVisit } from '../../content/exam-visit.ts'
import { openPart } from './open-part.ts'

type Given = Parameters<typeof openPart>

const section = (id: string, more: object = {}) => ({
  ...{ id, sectionTime: 0, sectionTimeRemaining: 0, readingTimeRemaining: 0, complete: false },
  ...more,
})

// Boundary: of player, visit and form run no more is asked where the part itself is here already.
const ask = (sections: readonly object[]) => {
  const player = { api: { call: async () => ({ ok: true, value: { key: 'k', state: { sections } } }) } } as unknown as Given[0]
  const visit = { exam: { content: { sealedParts: [] } } } as unknown as ExamVisit
  const formRun = {
    ...{ formRunGuid: 'run', moved: () => ({}), answers: { digest: () => [] } },
    ...{ keyWait: { waits: () => [], end: () => undefined }, time: { meet: () => undefined } },
  } as unknown as FormRun
  return openPart(player, () => visit, formRun, 'others', { move: {}, isThere: () => true })
}

test('the reply with a part’s key names the parts that the learner is not asked: after a restore the server may decide only then', async () => {
  const opening = await ask([section('first', { complete: true }), section('chosen', { notAsked: true }), section('others')])
  expect(opening).toMatchObject({ kind: 'opened', notAsked: ['chosen'] })
  expect(await ask([section('first'), section('others')])).toMatchObject({ kind: 'opened', notAsked: [] })
})
