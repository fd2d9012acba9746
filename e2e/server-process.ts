import { readOrganisation } from '../apps/server/src/organisation/read-organisation.ts'
import { storeOrganisation } from '../apps/server/src/organisation/store-organisation.ts'
import { startTestServer } from '../apps/server/src/testing/start-test-server.ts'

/** What a worker of the tests may ask of its server's process. */
export type Request = { do: 'import'; path: string } | { do: 'answers'; orgId: number; userGuid: string }

export type Reply = { origin: string } | { id: number; value?: unknown; error?: string }

/** An answer as the server's database holds it. */
export interface StoredAnswer {
  questionId: string
  answerText: string
  optionIds: string[]
  bookmarked: boolean
  sequence: number
  /** The answer as it was sent: all of it. */
  wire: unknown
}

const server = await startTestServer({ database: process.argv[2] === 'postgres' ? 'postgres' : 'sqlite' })

process.on('message', async (request: Request & { id: number }) => {
  try {
    tell({ id: request.id, value: request.do === 'import' ? await importFrom(request.path) : await answersOf(request) })
  } catch (error) {
    tell({ id: request.id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
process.once('SIGTERM', async () => {
  await server.stop()
  process.exit()
})
// A worker that was killed leaves no server behind.
process.once('disconnect', () => process.exit())

tell({ origin: server.origin })

function tell(reply: Reply): void {
  process.send?.(reply)
}

async function importFrom(path: string): Promise<void> {
  const reading = await readOrganisation(path)
  if (!reading.ok) throw new Error(reading.problems.map(({ place, message }) => `${place}: ${message}`).join('\n'))
  await storeOrganisation(server.db, server.clock, reading.organisation)
}

async function answersOf({ orgId, userGuid }: { orgId: number; userGuid: string }): Promise<StoredAnswer[]> {
  const rows = await server.db.kysely
    .selectFrom('answer')
    .innerJoin('form_run', (on) =>
      on.onRef('form_run.org_id', '=', 'answer.org_id').onRef('form_run.form_run_guid', '=', 'answer.form_run_guid'),
    )
    .select(['question_id', 'answer', 'bookmarked', 'sequence'])
    .where('form_run.org_id', '=', orgId)
    .where('form_run.user_guid', '=', userGuid)
    .execute()
  return rows.map((row) => {
    const wire = JSON.parse(row.answer) as { answerText: string; options: { optionID: string }[] }
    const { answerText, options } = wire
    return {
      questionId: row.question_id,
      answerText,
      optionIds: options.map((one) => one.optionID),
      bookmarked: row.bookmarked === 1,
      sequence: row.sequence,
      wire,
    }
  })
}
