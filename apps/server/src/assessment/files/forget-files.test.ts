import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestServer } from '../../testing/start-test-server.ts'
import { deleteOrphans } from './queries.ts'

// databases: sqlite, because it reads a query plan of SQLite

test('SQLite finds the file of each chunk by an index when it looks for orphans, however many files there are', async () => {
  const server = await startTestServer({ database: 'sqlite' })
  const query = deleteOrphans(server.db, 0)
  const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(server.db.kysely)
  expect(rows.map(({ detail }) => detail).join('\n')).toMatch(
    /uploaded_file USING .*uploaded_file_by_content \(org_id=\? AND content_guid=\?\)/,
  )
  await server.stop()
})
