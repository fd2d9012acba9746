import { describe, expect, test } from 'vitest'
import type { PlannedStatement } from '../db/planned-statements.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { databases } from '../testing/test-world.ts'
import { waitingSave } from '../testing/waiting-save.ts'
import { writeSavesTogether } from './write-saves-together.ts'

describe.skipIf(!databases.includes('postgres'))('saves that are written together on postgres', () => {
  test('find their form run and what came before by a key, also in tables that nobody has analysed', async () => {
    const server = await startTestServer({ database: 'postgres' })
    const { db } = server
    let plan = ''
    const explain = async ({ text }: PlannedStatement, parameters: readonly unknown[]) => {
      const rows = (await db.runPlanned?.({ name: 'explain', text: `explain ${text}` }, parameters)) ?? []
      // What PostgreSQL calls its only column.
      plan = (rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n')
      return []
    }
    await writeSavesTogether({ ...db, runPlanned: explain }, [waitingSave('run', 1)], 0)
    await server.stop()
    const indexes = [...plan.matchAll(/Index Scan using (\w+).*\n\s*Index Cond: (.*)/g)].map(([, name, condition]) => ({
      name,
      columns: condition?.match(/(?<=\()\w+(?= = )/g),
    }))
    expect(indexes).toEqual([
      { name: 'answer_event_pkey', columns: ['org_id', 'form_run_guid', 'request_id'] },
      { name: 'form_run_by_guid', columns: ['form_run_guid'] },
      { name: 'form_run_by_guid', columns: ['form_run_guid'] },
      { name: 'form_run_part_pkey', columns: ['org_id', 'form_run_guid', 'part_id'] },
    ])
    expect(plan).not.toMatch(/Seq Scan/)
  })
})
