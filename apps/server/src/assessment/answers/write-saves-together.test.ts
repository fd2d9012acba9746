import { describe, expect, test } from 'vitest'
import type { PlannedStatement } from '../../db/planned-statements.ts'
import { bothDatabases } from '../../testing/databases.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { waitingSave } from '../../testing/waiting-save.ts'
import type { Save } from './save.ts'
import { writeSavesTogether } from './write-saves-together.ts'

describe.skipIf(!bothDatabases.includes('postgres'))('saves that are written together on postgres', () => {
  /** The indexes that a save is written by, with the columns that each is asked for, in a database that nobody has analysed. */
  const planOf = async (save: Save) => {
    const server = await startTestServer({ database: 'postgres' })
    const { db } = server
    let plan = ''
    const explain = async ({ text }: PlannedStatement, parameters: readonly unknown[]) => {
      const rows = (await db.runPlanned?.({ name: 'explain', text: `explain ${text}` }, parameters)) ?? []
      // What PostgreSQL calls its only column.
      plan = (rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n')
      return []
    }
    await writeSavesTogether({ ...db, runPlanned: explain }, [save], 0)
    await server.stop()
    const indexes = [...plan.matchAll(/Index Scan using (\w+).*\n\s*Index Cond: (.*)/g)].map(([, name, condition]) => ({
      name,
      columns: condition?.match(/(?<=\()\w+(?= = )/g),
    }))
    return { plan, indexes }
  }

  const repeated = { name: 'answer_event_pkey', columns: ['org_id', 'form_run_guid', 'request_id'] }
  const run = { name: 'form_run_by_guid', columns: ['form_run_guid'] }
  const part = { name: 'form_run_part_pkey', columns: ['org_id', 'form_run_guid', 'part_id'] }

  test('find their form run and what came before by a key, also in tables that nobody has analysed', async () => {
    const { plan, indexes } = await planOf({ ...waitingSave('run', 1), partId: 'part' })
    expect(indexes).toEqual([repeated, run, part, run])
    expect(plan).not.toMatch(/Seq Scan/)
  })

  test('look for no part where none stands in one', async () => {
    const { plan, indexes } = await planOf(waitingSave('run', 1))
    expect(indexes).toEqual([repeated, run])
    expect(plan).not.toMatch(/Seq Scan|form_run_part/)
  })
})
