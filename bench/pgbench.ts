import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { createTestDatabase } from '../apps/server/src/testing/start-test-server.ts'

const placed = `insert into answer (org_id, form_run_guid, question_id, sequence, writer_id, answer, workings, bookmarked, saved_at)
values (1, 'run-' || :client_id, 'question-' || :question, :sequence, 'writer',
  '{"answerText":"Green","options":[{"optionID":"2","optionText":"Green"}]}', '', 0, 1)
on conflict (org_id, form_run_guid, question_id) do update set sequence = excluded.sequence, writer_id = excluded.writer_id,
  answer = excluded.answer, workings = excluded.workings, bookmarked = excluded.bookmarked, saved_at = excluded.saved_at
where answer.sequence < excluded.sequence`

const written = `insert into answer_event (org_id, form_run_guid, request_id, question_id, sequence, writer_id, answer, workings,
  bookmarked, client_time, received_at, outcome)
values (1, 'run-' || :client_id, gen_random_uuid()::text, 'question-' || :question, :sequence, 'writer',
  '{"answerText":"Green","options":[{"optionID":"2","optionText":"Green"}]}', '', 0, null, 1, 'applied')`

const chosen = `\\set question random(1, 10)\n\\set sequence random(1, 1000000000)\n`

/** The two writes of one saved answer, one save at a time: in a transaction, and in one statement. */
const scripts = {
  transaction: `${chosen}begin;\n${placed};\n${written};\nend;\n`,
  statement: `${chosen}with placed as (${placed}) ${written};\n`,
}

/** Clients that pgbench writes with, whoever is measured beside it. */
const clients = 16

export interface Pgbench {
  /** Saves in a second that it makes of the same writes into the same tables, in this many seconds. */
  measure(shape: keyof typeof scripts, seconds: number): Promise<number>
  stop(): Promise<void>
}

/** Over its own database on the PostgreSQL that SITWELL_TEST_DATABASE_URL names. */
export async function openPgbench(program: string): Promise<Pgbench> {
  const { url, drop } = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-pgbench-'))
  const database = openDatabase({ dialect: 'postgres', url })
  await migrate(database.kysely, 'postgres')
  await database.close()
  return {
    measure: async (shape, seconds) => {
      const script = join(folder, `${shape}.sql`)
      await writeFile(script, scripts[shape])
      const options = ['--no-vacuum', '--protocol=prepared', '--jobs=2', `--client=${clients}`, `--time=${seconds}`]
      const { stdout } = await promisify(execFile)(program, [...options, `--file=${script}`, url])
      const found = /tps = ([\d.]+)/.exec(stdout)?.[1]
      if (!found) throw new Error(`pgbench gave no figure:\n${stdout}`)
      return Number(found)
    },
    stop: async () => {
      await rm(folder, { recursive: true })
      await drop()
    },
  }
}
