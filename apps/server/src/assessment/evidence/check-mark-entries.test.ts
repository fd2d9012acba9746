import { beforeEach, expect, test } from 'vitest'
import type { MarkEntryTable } from '../../db/schema.ts'
import { oneDatabase } from '../../testing/databases.ts'
import { describeOnEach } from '../../testing/describe-on-each.ts'
import { type MarkedSitting, markedSitting, oneMark } from '../../testing/marked-sitting.ts'
import { linkEntry } from '../marks/entry-chain.ts'
import { detailsHashOf, entrySeed } from '../marks/index.ts'
import { findingsOf, verifyFormRun } from './index.ts'

describeOnEach(oneDatabase, 'a check of the evidence finds in the marks on %s', {}, ({ server, nextOrgId }) => {
  let sitting: MarkedSitting
  let rows: MarkEntryTable[]

  beforeEach(async () => {
    sitting = await markedSitting(server, { orgId: nextOrgId() })
    await sitting.handIn()
    for (const basedOn of [0, 1, 2]) await sitting.mark((basedOn + 1) * oneMark, { basedOn })
    rows = await sitting.entryRows()
    expect(await findings()).toEqual([])
  })
  const findings = async () => findingsOf(await verifyFormRun(sitting.context, await sitting.run()))
  const replace = async (some: readonly MarkEntryTable[]) => {
    await server.db.kysely.deleteFrom('mark_entry').execute()
    if (some.length > 0)
      await server.db.kysely
        .insertInto('mark_entry')
        .values([...some])
        .execute()
  }
  const changed = (number: number, change: Partial<MarkEntryTable>) =>
    replace(rows.map((row) => (row.number === number ? { ...row, ...change } : row)))
  const about = () => `Marks of question ${sitting.questionId}: `
  const better = () => JSON.stringify({ marks: 4 * oneMark, sequence: 1, files: '', basedOn: 2 })

  test('one that was changed, also with its hash', async () => {
    await changed(3, { details: better() })
    expect(await findings()).toContain(`${about()}Entry 3 was changed after it was written.`)
    await changed(3, { details: better(), details_hash: detailsHashOf(rows[2]?.salt ?? '', better()) })
    expect(await findings()).toContain(`${about()}Entry 3 was changed after it was written.`)
    await changed(2, { author: 'another' })
    expect(await findings()).toEqual([`${about()}Entry 2 was changed after it was written.`])
  })

  test('a chain that somebody worked out anew', async () => {
    const [first, second, third] = rows
    if (!first || !second || !third) throw new Error('no entries')
    const anew = { ...third, details: better(), details_hash: detailsHashOf(third.salt ?? '', better()) }
    await replace([first, second, { ...anew, ...linkEntry(second.hash, anew) }])
    expect(await findings()).toContain(`${about()}Entry 3 was changed after it was written.`)
  })

  test('entries that are missing: the last, one in between, and all of them', async () => {
    await replace(rows.slice(0, 2))
    expect(await findings()).toContain(`${about()}Entry 3 is missing: the end was cut off.`)
    await replace(rows.filter(({ number }) => number !== 2))
    expect(await findings()).toContain(`${about()}Entry 2 is missing: taken out after being written.`)
    await replace([])
    expect(await findings()).toContain(`${about()}Entries 1 to 3 are missing: the end was cut off.`)
  })

  test('one that was put in behind the last, or where nobody ever marked', async () => {
    const last = rows[2]
    if (!last) throw new Error('no entry')
    const next = { ...last, number: 4, request_id: 'put in' }
    await replace([...rows, { ...next, ...linkEntry(last.hash, next) }])
    expect(await findings()).toContain(`${about()}Entry 4 was put in: no server wrote it there.`)
    const elsewhere = { ...last, question_id: `${sitting.world.prefix}-q1`, number: 1, request_id: 'elsewhere' }
    const seed = entrySeed(await sitting.run(), { questionId: elsewhere.question_id, part: '' })
    await replace([...rows, { ...elsewhere, ...linkEntry(seed, elsewhere) }])
    expect(await findings()).toContain(
      `Marks of question ${elsewhere.question_id}: It was put in: the ledger of the sitting tells of no mark there.`,
    )
  })

  test('one whose words are gone, though nobody erased them', async () => {
    await changed(1, { details: null, salt: null })
    expect(await findings()).toEqual([`${about()}Entry 1 says nothing any more, though nobody erased it.`])
  })

  test('a mark that is not what the ledger of marks comes to, and a response that is in no list, or in one too many', async () => {
    const { kysely } = server.db
    const { question_id } = rows[0] ?? { question_id: '' }
    await kysely.updateTable('mark').set({ score: 4 }).where('question_id', '=', question_id).execute()
    expect(await findings()).toEqual([
      `Question ${question_id} is marked 4 of 4; by the ledger of its marks the answer has 3 of 4.`,
    ])
    await kysely.updateTable('mark').set({ score: 3 }).where('question_id', '=', question_id).execute()
    const [row] = await sitting.responses()
    if (!row) throw new Error('no row')
    await kysely.updateTable('response_mark').set({ state: 'waiting' }).execute()
    expect(await findings()).toEqual([`The response to question ${question_id} is listed otherwise than it stands (marked).`])
    await kysely.deleteFrom('response_mark').execute()
    expect(await findings()).toEqual([`The response to question ${question_id} is in no list of those to mark.`])
    await kysely
      .insertInto('response_mark')
      .values([row, { ...row, question_id: 'another' }])
      .execute()
    expect(await findings()).toEqual(['The response to question another is listed, though no person has to mark it, or has.'])
  })
})
