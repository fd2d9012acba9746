import { randomUUID } from 'node:crypto'
import { calls } from '@sitwell/contract'
import { authoredQuestion } from '@sitwell/question-types/marking'
import { expect, test } from 'vitest'
import { oneDatabase } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { arrange, doCall, examOf, sitExam, tryCall } from '../testing/test-world.ts'

const form = (id: string, components: object[]) =>
  authoredQuestion.parse({ type: 'QGRID', id, text: 'Papers', marks: 0, rows: [{ cells: [{ components }] }] })

describeOnEach(oneDatabase, 'files of forms, on %s:', {}, ({ server }) => {
  test('files are taken at a form that has a button for one, and at no other', async () => {
    const world = await arrange(server, {
      orgId: 8790,
      exam: examOf('o8790', {
        sections: [
          {
            id: 'papers',
            name: 'Papers',
            questions: [
              form('asks', [{ kind: 'fileButton', id: 'plan', label: 'Plan' }]),
              form('asks-none', [{ kind: 'checkbox', id: 'plan', label: 'I have a plan' }]),
            ],
          },
        ],
      }),
    })
    const { token, formRunGuid } = await sitExam(server, world)
    const upload = async (question: string) => {
      const body = { formRunGUID: formRunGuid, requestId: randomUUID(), fileName: 'plan.txt', question }
      const file = new File(['The plan'], 'plan.txt')
      return (await tryCall(server, calls.uploadFile, { body, file }, token)).status
    }
    expect(await upload('asks')).toBe(200)
    expect(await upload('asks-none')).toBe(400)
    expect(await doCall(server, calls.uploadedFiles, { params: { formRunGuid } }, token)).toMatchObject([
      { fileName: 'plan.txt' },
    ])
  })
})
