import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { systemClock } from '../apps/server/src/clock.ts'
import { readOrganisation } from '../apps/server/src/organisation/read-organisation.ts'
import { storeOrganisation } from '../apps/server/src/organisation/store-organisation.ts'
import { startTestServer } from '../apps/server/src/testing/start-test-server.ts'

// databases: sqlite, because it tests the load generator, not the server

const run = promisify(execFile)

test('learners of a prepared organisation sign in, sit at a recorded pace, upload and finish, and what took how long is printed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-load-'))
  const metricsToken = randomBytes(16).toString('hex')
  const server = await startTestServer({ database: 'sqlite', config: { metricsToken } })
  const load = (...words: string[]) => run(process.execPath, ['bench/load.ts', ...words]).catch((error) => error)
  try {
    expect((await load('prepare', folder, '--learners', '3')).stdout).toContain('sitwell import')
    const reading = await readOrganisation(join(folder, 'organisation.json'))
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
    await storeOrganisation(server.db, systemClock, reading.organisation)
    const at = (seconds: number, type: number) => ({ id: new Date(seconds * 1000).toISOString(), type, value: '' })
    const sitting = { formRunGuid: 'x', activities: [at(0, 6), at(5, 1), at(20, 1), at(40, 1), at(45, 7)] }
    await writeFile(join(folder, 'sitting.json'), JSON.stringify(sitting))
    const wishes = ['--recording', join(folder, 'sitting.json'), '--speed', '30', '--over', '0', '--upload', '1000']
    const many = await load(server.origin, '--learners', '3', '--processes', '2', '--metrics-token', metricsToken, ...wishes)
    expect([many.stderr, many.stdout]).toEqual(['', expect.stringContaining('3 of 3 learners finished')])
    expect(many.stdout).toMatch(/^answer +9 .+ms$/m)
    expect(many.stdout).toMatch(/MB at most: .+ kB for each learner$/m)
    const counted = async (table: 'answer_event' | 'uploaded_file') =>
      (await server.db.kysely.selectFrom(table).select('org_id').execute()).length
    expect([await counted('answer_event'), await counted('uploaded_file')]).toEqual([9, 3])
    const runs = await server.db.kysely.selectFrom('form_run').select('completed_at').execute()
    expect(runs.map(({ completed_at }) => completed_at !== null)).toEqual([true, true, true])

    const fourth = await load(server.origin, '--learners', '1', '--from', '4', ...wishes)
    expect([fourth.code, fourth.stdout]).toEqual([1, expect.stringMatching(/^failed, 1 times: sign-in: status 4/m)])
  } finally {
    await server.stop()
    await rm(folder, { recursive: true })
  }
})
