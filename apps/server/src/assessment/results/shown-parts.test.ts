import { calls } from '@sitwell/contract'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { describeOnEach } from '../../testing/describe-on-each.ts'
import { arrange, doCall, examOf, saveOf, sitExam } from '../../testing/test-world.ts'
import { selectAnswers, selectFormRunOfOrganisation } from '../form-run/queries.ts'
import { withShownParts } from '../form-run/with-shown-parts.ts'
import { receiptOf } from './receipt.ts'

describeOnEach(bothDatabases, 'what is shown of a result on %s', { isClockHeld: true }, ({ server, nextOrgId }) => {
  const sit = async (settings: Record<string, string>, ofExam: object = {}) => {
    const orgId = nextOrgId()
    const prefix = `o${orgId}`
    const exam = examOf(prefix, { settings: { examTime: 600, ...ofExam } })
    const schedules = [{ guid: `${prefix}-schedule`, username: 'learner', exam: exam.examGuid, practice: true }]
    const world = await arrange(server, { orgId, exam, everyone: true, file: { settings, schedules } })
    return { world, ...(await sitExam(server, world)) }
  }
  type Sat = Awaited<ReturnType<typeof sit>>
  const complete = ({ formRunGuid, token }: Sat) =>
    doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 10, elapsedTime: 590 } }, token)
  const inContent = async ({ world, token }: Sat) =>
    (await doCall(server, calls.examJson, { query: world.entry }, token)).settings.resultFeedbackMask
  const inList = async ({ world, token }: Sat) => {
    const { attempts } = await doCall(server, calls.attempts, { query: { examGuid: world.entry.examGuid } }, token)
    return attempts[0]?.resultFeedbackMask
  }
  const result = ({ formRunGuid, token }: Sat) => doCall(server, calls.result, { query: { formRunGuid } }, token)
  const answerWritten = ({ world, formRunGuid, token }: Sat) => {
    const given = { questionVersionId: `${world.prefix}-q3`, answerText: 'Because.', options: [] }
    return doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, given) }, token)
  }
  const set = (orgId: number, value: string) =>
    server.db.kysely
      .updateTable('setting')
      .set({ value })
      .where('org_id', '=', orgId)
      .where('name', '=', 'ResultFeedbackMask')
      .execute()

  test('is what the organisation says if the exam says nothing, from the moment at which it says so', async () => {
    const sat = await sit({ ResultFeedbackMask: '2' })
    expect(await inContent(sat)).toBe(2)
    await answerWritten(sat)
    await complete(sat)
    expect(await inList(sat)).toBe(2)
    // Neither marks nor a percentage: nothing of what could be marked so far.
    expect(await result(sat)).not.toHaveProperty('soFar')
    await set(sat.world.orgId, '1')
    expect(await inList(sat)).toBe(1)
    expect(await result(sat)).toHaveProperty('soFar')
  })

  test('is what the exam says if it says anything, and marks and percentage if nobody does', async () => {
    const own = await sit({ ResultFeedbackMask: '2' }, { resultFeedbackMask: 5 })
    expect(await inContent(own)).toBe(5)
    for (const value of ['', 'all', '8', '1.5']) {
      const plain = await sit({ ResultFeedbackMask: value })
      expect([value, await inContent(plain)]).toEqual([value, -1])
    }
    const exam = { settings: {} }
    expect(await withShownParts(server.db, nextOrgId(), exam)).toBe(exam)
  })

  test('comes with a receipt over answers that are read once', async () => {
    const sat = await sit({})
    await answerWritten(sat)
    await complete(sat)
    const { receipt } = await result(sat)
    expect(receipt).toMatchObject({ answers: 1, answered: 1, partly: 0, onServer: 1 })
    const { orgId } = sat.world
    const run = (await selectFormRunOfOrganisation(server.db, orgId, sat.formRunGuid)) ?? expect.fail('the form run is gone')
    const rows = await selectAnswers(server.db, orgId, sat.formRunGuid)
    const tables: string[] = []
    const noting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        tables.push(JSON.stringify(node).match(/"identifier":\{"kind":"IdentifierNode","name":"(\w+)"/)?.[1] ?? '')
        return node
      },
      transformResult: async ({ result: read }) => read,
    }
    const noted = { kysely: server.db.kysely.withPlugin(noting) }
    expect(await receiptOf(noted, run, { rows })).toMatchObject({ checksum: receipt?.checksum })
    expect(tables).not.toContain('answer')
    await receiptOf(noted, run)
    expect(tables).toContain('answer')
  })
})
