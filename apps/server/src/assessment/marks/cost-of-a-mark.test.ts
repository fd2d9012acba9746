import { CompiledQuery, type RootOperationNode, sql } from 'kysely'
import { expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { describeOnEach } from '../../testing/describe-on-each.ts'
import { markedSitting, oneMark } from '../../testing/marked-sitting.ts'
import { searchesIn, watchedStatements } from '../../testing/watched-statements.ts'
import { giveMark } from './give-mark.ts'

describeOnEach(bothDatabases, 'the cost of a mark on %s', {}, ({ server, database, nextOrgId }) => {
  /** How the database would find the rows of a statement, if there were many. */
  const planOf = async (node: RootOperationNode): Promise<{ readonly asked: string; readonly plan: string }> => {
    const asked = server.db.kysely.getExecutor().compileQuery(node, { queryId: 'plan' })
    const explain = (word: string) => CompiledQuery.raw(`${word} ${asked.sql}`, [...asked.parameters])
    const rows = await server.db.kysely.transaction().execute(async (transaction) => {
      if (database === 'sqlite') return (await transaction.executeQuery(explain('explain query plan'))).rows
      // Of tables that are nearly empty it would read all.
      await sql`set local enable_seqscan = off`.execute(transaction)
      return (await transaction.executeQuery(explain('explain'))).rows
    })
    return { asked: asked.sql, plan: JSON.stringify(rows) }
  }

  // OFFICE-310
  test('does not grow with sittings, questions or markers: every statement finds its rows by a key', async () => {
    const sitting = await markedSitting(server, { orgId: nextOrgId() })
    await sitting.handIn()
    const { nodes, kysely } = watchedStatements(server.db.kysely)
    const context = { ...sitting.context, database: { ...server.db, kysely } }
    const mark = (basedOn: number) =>
      giveMark(context, sitting.place, {
        ...{ author: 'marker', requestId: `mark-${basedOn}`, basedOn, sequence: 1, marks: oneMark },
      })
    expect(await mark(0)).toMatchObject({ kind: 'stored' })
    const first = nodes.splice(0)
    expect(first.length).toBeGreaterThan(8)
    for (const node of first) {
      const { asked, plan } = await planOf(node)
      expect(plan, asked).not.toMatch(/Seq Scan|"SCAN /)
      // By the organisation alone it would read what all of its sittings have.
      if (!asked.startsWith('insert')) expect(plan, asked).toMatch(/(?:form_run_guid|schedule_guid) ?=/)
      // A filter that drops rows after the search still reads them, so each search itself needs another column. PostgreSQL chooses at random
      // among indexes of tables that are nearly empty.
      if (database === 'postgres') continue
      for (const search of searchesIn(plan)) expect(search, asked).toMatch(/\w=/)
    }
    // As many statements, however much there was before.
    expect(await mark(1)).toMatchObject({ kind: 'stored' })
    expect(nodes.splice(0)).toHaveLength(first.length)
    const others = await markedSitting(server, { orgId: sitting.place.orgId + 5000 })
    await others.handIn()
    expect(await mark(2)).toMatchObject({ kind: 'stored' })
    expect(nodes).toHaveLength(first.length)
  })
})
