import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { importFiles } from '../commands/import-files.ts'
import { bothDatabases } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { courseZip } from '../testing/test-course.ts'
import { arrange } from '../testing/test-world.ts'
import { untilLockedOut } from '../testing/until-locked-out.ts'
import type { CourseWishes } from './store-course.ts'
import { removeAbandonedFiles } from './store-course-files.ts'

const printed: string[] = []
beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
  vi.spyOn(console, 'error').mockImplementation((line: string) => void printed.push(line))
})
afterEach(() => {
  vi.restoreAllMocks()
  printed.splice(0)
})

describeOnEach(bothDatabases, 'the import of courses on %s', {}, ({ database, server }) => {
  let orgId = 0

  beforeEach(async () => {
    orgId += 1
    await arrange(server, { orgId })
  })

  const run = async (path: string, more: { learners?: string[]; again?: boolean; course?: CourseWishes } = {}) => {
    printed.splice(0)
    const code = await importFiles(server.db, [path], { orgId, learners: [], fields: {}, again: false, ...more })
    return { code, text: printed.join('\n') }
  }
  const count = async (table: 'course' | 'course_file' | 'course_file_chunk') =>
    (await server.db.kysely.selectFrom(table).select('org_id').where('org_id', '=', orgId).execute()).length
  const attempts = () =>
    server.db.kysely
      .selectFrom('course_attempt')
      .select(['version', 'status'])
      .where('org_id', '=', orgId)
      .orderBy('given_at')
      .execute()

  test('one command brings a course and gives it to a learner; the same package again changes nothing', async () => {
    const path = await courseZip({ A: '', B: '' })
    const learners = ['learner']
    const first = await run(path, { learners })
    expect(first.code).toBe(0)
    expect(first.text).toContain('the course "Knots" was imported.\n  learner: was given the course.')
    expect((await run(path, { learners })).text).toContain('is there already.\n  learner: has the course already.')
    expect([await count('course'), await count('course_file'), await count('course_file_chunk')]).toEqual([1, 3, 3])
    expect(await attempts()).toEqual([{ version: 1, status: 0 }])
  })

  test('a package that changed is another version: who has not begun takes it, who has stays, who is through is asked for again', async () => {
    const learners = ['learner']
    await run(await courseZip({ A: '' }), { learners })
    expect((await run(await courseZip({ A: '', B: '' }), { learners })).text).toContain('takes version 2 in place of 1')
    const become = (status: number) =>
      server.db.kysely.updateTable('course_attempt').set({ status }).where('org_id', '=', orgId).execute()
    await become(1)
    expect(await run(await courseZip({ A: '', C: '' }), { learners })).toMatchObject({
      code: 1,
      text: expect.stringContaining('takes version 2'),
    })
    await become(2)
    expect((await run(await courseZip({ A: '', C: '' }), { learners })).text).toContain('--again')
    expect((await run(await courseZip({ A: '', C: '' }), { learners, again: true })).text).toContain('once more')
    expect((await attempts()).map(({ version, status }) => [version, status])).toEqual(
      expect.arrayContaining([
        [2, 2],
        [3, 0],
      ]),
    )
  })

  test('another name under the same identifier is another course, whose learners stay in theirs; each goes on by its own name', async () => {
    const learners = ['learner']
    const adapt = (title: string, scos: Record<string, string> = { A: '' }) => courseZip(scos, { id: 'adapt_manifest', title })
    expect((await run(await adapt('Fire'), { learners })).text).not.toContain('identifier')
    const second = await run(await adapt('First aid'), { learners })
    expect(second.text).toContain('the course "First aid" was imported.\n')
    expect(second.text).toContain('the identifier of "Fire" and another name')
    expect(second.text).toContain('learner: was given the course.')
    expect((await run(await adapt('Lifting'), { learners })).text).toMatch(/"Fire".*\n.*"First aid"/)
    expect(await attempts()).toEqual(Array.from({ length: 3 }, () => ({ version: 1, status: 0 })))
    expect((await run(await adapt('First aid'), { learners })).text).toContain('is there already')
    // The same name, however it is written, is the same course.
    expect((await run(await adapt(' first  Aid '))).text).toContain('was imported as version 2.')
    const changed = await run(await adapt('First aid', { A: '', B: '' }), { learners })
    expect(changed.text).toContain('was imported as version 3.')
    expect(changed.text).not.toContain('identifier')
    expect((await attempts()).map(({ version }) => version).sort()).toEqual([1, 1, 3])
  })

  test('a course gets another name only if its import says of which course it is the next version', async () => {
    const knots = (title: string) => courseZip({ A: '' }, { title })
    await run(await knots('Knots 2025'), { learners: ['learner'] })
    const renamed = await run(await knots('Knots 2026'), { learners: ['learner'], course: { versionOf: 'Knots 2025' } })
    expect(renamed.text).toContain('"Knots 2026" was imported as version 2.')
    expect(await attempts()).toEqual([{ version: 2, status: 0 }])
    expect((await run(await knots('Knots 2026'))).text).toContain('is there already')
    const refused = await run(await knots('Knots 2027'), { course: { versionOf: 'Knots 2025' } })
    expect(refused).toMatchObject({
      code: 1,
      text: expect.stringContaining('No course with its identifier is called "Knots 2025"; there is "Knots 2026"'),
    })
    // Nothing of what was refused stays, and a course of another identifier is none.
    expect(await count('course')).toBe(2)
    const other = await run(await courseZip({ A: '' }, { id: 'bends', title: 'Bends' }), {
      course: { versionOf: 'Knots 2026' },
    })
    expect(other.text).toContain('there is none')
    expect(await count('course')).toBe(2)
  })

  test('a course is of free choice if its import says so, and stays it with its next versions', async () => {
    const contents = async () =>
      (
        await server.db.kysely.selectFrom('course').select('content').where('org_id', '=', orgId).orderBy('version').execute()
      ).map(({ content }) => JSON.parse(content).isFree ?? false)
    await run(await courseZip({ A: '' }))
    await run(await courseZip({ A: '' }), { course: { isFree: true } })
    await run(await courseZip({ A: '' }))
    expect(await contents()).toEqual([false, true])
    await run(await courseZip({ A: '', B: '' }))
    await run(await courseZip({ A: '', B: '' }), { course: { isFree: false } })
    expect(await contents()).toEqual([false, true, true, false])
  })

  const found = join(import.meta.dirname, '../../../../../shared/data/found')
  test.skipIf(!existsSync(found))(
    'two packages that people met share an identifier, and are two courses (skipped without ../shared/data/found)',
    async () => {
      for (const name of ['same1.zip', 'same2.zip'])
        expect((await run(join(found, name), { learners: ['learner'] })).code).toBe(0)
      expect(await attempts()).toEqual([
        { version: 1, status: 0 },
        { version: 1, status: 0 },
      ])
    },
  )

  // SQLite has one writer.
  if (database === 'postgres')
    test('a package that changed waits for a learner who begins the course at that moment, and leaves them theirs', async () => {
      const learners = ['learner']
      await run(await courseZip({ A: '' }), { learners })
      const changed = await courseZip({ A: '', B: '' })
      let given: ReturnType<typeof run> | undefined
      await server.db.kysely.transaction().execute(async (transaction) => {
        await transaction.updateTable('course_attempt').set({ status: 1 }).where('org_id', '=', orgId).execute()
        given = run(changed, { learners })
        await untilLockedOut(server.db)
      })
      expect((await given)?.text).toContain('takes version 1; nothing was changed')
      expect(await attempts()).toEqual([{ version: 1, status: 1 }])
    })

  test('an archive that turns out to be broken half-way leaves nothing behind, and says so', async () => {
    // Nothing to pack: what is damaged in it still unpacks.
    const big = new Uint8Array(randomBytes(300_000))
    const good = await courseZip({ A: '' })
    await run(good)
    const before = [await count('course'), await count('course_file'), await count('course_file_chunk')]
    const path = await courseZip({ A: '', B: '' }, { files: { 'z.mp4': big } }, (zip) => {
      // In the middle of the packed film.
      zip.fill(0xff, Math.floor(zip.length / 2), Math.floor(zip.length / 2) + 4)
      return zip
    })
    const { code, text } = await run(path, { learners: ['learner'] })
    expect(code).toBe(1)
    expect(text).toContain('The archive is damaged')
    expect([await count('course'), await count('course_file'), await count('course_file_chunk')]).toEqual(before)
    expect(await attempts()).toEqual([])
  })

  test('what an import left that was killed is taken away after a day, and nothing that a course has', async () => {
    await run(await courseZip({ A: '' }))
    const lost = { org_id: orgId, content_guid: 'lost', path: 'a.html' }
    const nowMs = server.clock.nowMs()
    await server.db.kysely
      .insertInto('course_file')
      .values({ ...lost, media_type: 'text/html', size: 1, stored_at: nowMs })
      .execute()
    await server.db.kysely
      .insertInto('course_file_chunk')
      .values({ ...lost, number: 0, bytes: new Uint8Array(1) })
      .execute()
    await removeAbandonedFiles(server.db.kysely, orgId, nowMs)
    expect(await count('course_file')).toBe(3)
    await removeAbandonedFiles(server.db.kysely, orgId, nowMs + 25 * 3_600_000)
    expect([await count('course_file'), await count('course_file_chunk')]).toEqual([2, 2])
  })

  test('a file that is neither course nor exam is told as such', async () => {
    const { code, text } = await run(await courseZip({}, { files: {} }))
    expect(code).toBe(1)
    expect(text).toContain('Nothing in this course can be opened')
  })
})
