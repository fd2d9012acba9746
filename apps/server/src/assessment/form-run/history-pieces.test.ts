import { calls } from '@sitwell/contract'
import fc from 'fast-check'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { arrange, doCall, saveOf, sitExam } from '../../testing/test-world.ts'
import { receiptOf } from '../results/receipt.ts'
import { digestOf, digestOfPieces } from './history-digest.ts'
import { groupsOf, historyInPieces } from './history-pieces.ts'
import { selectAnswerEvents, selectFormRunOfOrganisation } from './queries.ts'

test('a piece has so many bytes or one save, and all are in one piece in their order', () => {
  const saves = fc.array(fc.nat(50)).map((sizes) => sizes.map((bytes, index) => ({ id: `${index}`, bytes })))
  fc.assert(
    fc.property(saves, fc.nat(60), (all, most) => {
      const groups = groupsOf(all, most)
      const bytesOf = (ids: readonly string[]) => ids.reduce((sum, id) => sum + (all[Number(id)]?.bytes ?? 0), 0)
      expect(groups.flat()).toEqual(all.map(({ id }) => id))
      expect(groups.every((ids) => ids.length === 1 || bytesOf(ids) <= most)).toBe(true)
      // No two that follow each other would have gone together.
      expect(groups.every((ids, at) => bytesOf([...(groups[at - 1] ?? []), ...ids]) > most || at === 0)).toBe(true)
    }),
  )
})

test('many short saves are several pieces', () => {
  expect(groupsOf(Array.from({ length: 1001 }, (_, id) => ({ id: `${id}`, bytes: 1 }))).map((ids) => ids.length)).toEqual([
    1000, 1,
  ])
})

test.each(bothDatabases)('a completion, its receipt and its digest read a long history by pieces, on %s', async (database) => {
  const server = await startTestServer({ database })
  const world = await arrange(server)
  const { token, formRunGuid } = await sitExam(server, world)
  const long = '漢'.repeat(400_000)
  for (const sequence of [1, 2, 3, 4, 5, 6]) {
    const place = { questionVersionId: 'o1-q3', page: 'o1-q3', sequence }
    const body = saveOf(world, formRunGuid, { ...place, answerText: `${long}${sequence}`, options: [] })
    await doCall(server, calls.saveAnswer, { body }, token)
  }
  /** Characters of answers in each reply of the database. */
  const replies: number[] = []
  const noting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const read = result.rows.map(({ answer }) => (typeof answer === 'string' ? answer.length : 0))
      replies.push(read.reduce((sum, length) => sum + length, 0))
      return result
    },
  }
  const noted = { kysely: server.db.kysely.withPlugin(noting) }
  await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 1, elapsedTime: 1 } }, token)
  const run = (await selectFormRunOfOrganisation(server.db, 1, formRunGuid)) ?? expect.fail('the form run is gone')
  expect(await receiptOf(noted, run)).toMatchObject({ answers: 1, onServer: 1, saves: 6 })
  const place = { orgId: 1, formRunGuid }
  const whole = await selectAnswerEvents(server.db, 1, formRunGuid)
  expect(await digestOfPieces(historyInPieces(noted, place))).toEqual(digestOf(whole))
  const inLedger = await server.db.kysely
    .selectFrom('form_run_event')
    .select('details')
    .where('kind', '=', 'complete')
    .execute()
  expect(inLedger.map(({ details }) => JSON.parse(details).history)).toEqual([digestOf(whole)])
  // 1.2 MB each: three go into a piece.
  expect(Math.max(...replies)).toBeLessThan(4 * long.length)
  expect(whole.length).toBe(6)
  await server.stop()
})
