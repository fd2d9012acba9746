import { describe, expect, test, vi } from 'vitest'
import { jobsOf } from './jobs.ts'
import { bothDatabases } from './testing/databases.ts'
import { startTestServer } from './testing/start-test-server.ts'
import { send } from './testing/test-world.ts'

const metricsToken = 'a-token-for-prometheus'

describe.each(bothDatabases)('background jobs on %s', (database) => {
  const start = () => startTestServer({ database, beatMs: 20, config: { metricsToken } })
  const figure = async (server: Awaited<ReturnType<typeof start>>, name: string, job: string) => {
    const { text } = await send(server, '/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })
    return Number(new RegExp(`^${name}\\{job_name="${job}"[^}]*\\} (.*)$`, 'm').exec(text)?.[1])
  }

  test('run in a server, and their figures are on its page of figures', async () => {
    const server = await start()
    try {
      const often = [
        'moved-organisations',
        'generation',
        'end-exams',
        'scan-files',
        'forward-statements',
        'end-silent-sessions',
      ]
      for (const job of often)
        await vi.waitFor(async () => expect(await figure(server, 'sitwell_job_runs_total', job)).toBeGreaterThan(0), {
          timeout: 30_000,
        })
      for (const job of ['forget-attempts', 'sweep-files', 'sweep-sign-ins', 'retention'])
        expect([job, await figure(server, 'sitwell_job_runs_total', job)]).toEqual([job, 0])
      for (const job of [...often, 'retention'])
        expect([job, await figure(server, 'sitwell_job_failures_total', job)]).toEqual([job, 0])
    } finally {
      await server.stop()
    }
  })

  test('that fail are counted, and run again', async () => {
    const server = await start()
    try {
      await server.db.kysely.schema.alterTable('moved_organisation').renameTo('elsewhere').execute()
      await vi.waitFor(
        async () => expect(await figure(server, 'sitwell_job_failures_total', 'moved-organisations')).toBeGreaterThanOrEqual(2),
        { timeout: 30_000 },
      )
      await server.db.kysely.schema.alterTable('elsewhere').renameTo('moved_organisation').execute()
      const failures = await figure(server, 'sitwell_job_failures_total', 'moved-organisations')
      await vi.waitFor(
        async () =>
          expect(await figure(server, 'sitwell_job_runs_total', 'moved-organisations')).toBeGreaterThanOrEqual(failures + 3),
        { timeout: 30_000 },
      )
    } finally {
      await server.stop()
    }
  })
})

for (const database of bothDatabases.filter((one) => one === 'postgres'))
  test('a job that the database holds up delays no sign of life', async () => {
    const server = await startTestServer({ database, beatMs: 20, config: { metricsToken } })
    try {
      await server.db.kysely.transaction().execute(async (transaction) => {
        await transaction.selectFrom('moved_organisation').selectAll().forUpdate().execute()
        await transaction.schema.alterTable('moved_organisation').addColumn('held', 'text').execute()
        const beat = () => server.db.kysely.selectFrom('server_heartbeat').select('uptime_ms').executeTakeFirstOrThrow()
        // Whichever run was under way has ended, and the next one waits for this transaction.
        const waiting = () => transaction.selectFrom('server_heartbeat').select('node').execute()
        await waiting()
        for (let beats = 0; beats < 3; beats += 1) {
          const { uptime_ms } = await beat()
          await vi.waitFor(async () => expect((await beat()).uptime_ms).toBeGreaterThan(uptime_ms), { timeout: 30_000 })
        }
      })
    } finally {
      await server.stop()
    }
  })

test('each job has a name of its own', () => {
  // Boundary: nothing of the context is used until a job runs.
  const names = jobsOf({} as never, 4000).map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/)
})
