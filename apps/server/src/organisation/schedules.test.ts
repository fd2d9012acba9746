import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { calls } from '@sitwell/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { importFiles } from '../commands/import-files.ts'
import { readExamPassword } from '../commands/read-exam-password.ts'
import { commandSchedule, type ScheduleWord } from '../commands/schedule.ts'
import { argon2id } from '../passwords.ts'
import { bothDatabases } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { arrange, doCall, examOf, personOf, refusalIn, signIn, tryCall } from '../testing/test-world.ts'
import { fieldsOf } from './schedule-wishes.ts'

const plain = async (text: string) => `hash of ${text}`

describe('what is typed of a schedule', () => {
  test('is dates with their time zone, whole minutes, a password and a practice', async () => {
    const typed = {
      from: '2026-11-21T09:30+01:00',
      until: '2026-11-21T12:00Z',
      extraTime: '15',
      practice: true,
      password: 'Open',
    }
    expect(await fieldsOf(typed, plain)).toEqual({
      start_at: Date.UTC(2026, 10, 21, 8, 30),
      complete_at: Date.UTC(2026, 10, 21, 12),
      extra_time_seconds: 900,
      practice: 1,
      password_hash: 'hash of Open',
    })
    expect(await fieldsOf({ from: 'none', extraTime: '0', password: '', practice: false }, plain)).toEqual({
      start_at: null,
      extra_time_seconds: null,
      password_hash: null,
      practice: 0,
    })
    expect(await fieldsOf({}, plain)).toEqual({})
  })

  test('is which explanations of words are offered, by name, all or none, or those that the exam names', async () => {
    const offered = async (supports: string) => (await fieldsOf({ supports }, plain)).supports
    expect(await offered('glossary, translation')).toBe('["glossary","translation"]')
    expect(JSON.parse((await offered('all')) ?? '')).toContain('translation')
    expect(await offered('no')).toBe('[]')
    expect(await offered('exam')).toBeNull()
    for (const wrong of ['', 'subtitles', 'glossary;spoken'])
      await expect(fieldsOf({ supports: wrong }, plain), wrong).rejects.toThrow('--supports has to be')
  })

  test('is who proctors it, by name, or nobody, or whom its exam names', async () => {
    const provider = async (proctoring: string) => (await fieldsOf({ proctoring }, plain)).proctor_provider
    expect(await provider('Proctorio')).toBe('Proctorio')
    expect(await provider('integrityadvocate')).toBe('IntegrityAdvocate')
    expect(await provider('no')).toBe('none')
    expect(await provider('exam')).toBeNull()
    for (const wrong of ['none', 'yes', '', 'Proctorio,IntegrityAdvocate'])
      await expect(provider(wrong), wrong).rejects.toThrow('--proctoring has to be Proctorio, IntegrityAdvocate, no or exam')
  })

  test('is refused with what to type, where it can’t be meant', async () => {
    for (const from of [
      '2026-11-21',
      '2026-11-21T09:30',
      '21.11.2026',
      '2026-02-30T09:30Z',
      '2026-11-21T25:00Z',
      'tomorrow',
      '',
    ])
      await expect(fieldsOf({ from }, plain), from).rejects.toThrow('--from has to be a date with its time zone')
    for (const extraTime of ['-5', '1.5', 'x', ''])
      await expect(fieldsOf({ extraTime }, plain), extraTime).rejects.toThrow('--extra-time')
    const turned = { from: '2026-11-21T10:00Z', until: '2026-11-21T10:00+01:00' }
    await expect(fieldsOf(turned, plain)).rejects.toThrow('--until has to be later')
  })

  test('a password comes from the environment or the input, and never from the list of processes', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(await readExamPassword({ SITWELL_EXAM_PASSWORD: 'Open' }, Readable.from([]))).toBe('Open')
    expect(await readExamPassword({}, Readable.from(['From here\nand no further']))).toBe('From here')
    await expect(readExamPassword({}, Readable.from(['']))).rejects.toThrow('SITWELL_EXAM_PASSWORD')
    error.mockRestore()
  })
})

describeOnEach(bothDatabases, 'schedules on %s', {}, ({ server }) => {
  let folder: string
  let orgId = 0
  let prefix = ''
  const output: string[] = []
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sitwell-schedules-'))
    orgId += 1
    prefix = `o${orgId}`
    await arrange(server, { orgId, file: { people: [personOf(prefix, 'ada', 1), personOf(prefix, 'ben', 2)], schedules: [] } })
    for (const way of ['log', 'error'] as const)
      vi.spyOn(console, way).mockImplementation((line: string) => void output.push(line))
    output.length = 0
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await rm(folder, { recursive: true })
  })

  const writePackage = async (version: number, schedules?: readonly object[]) => {
    const path = join(folder, String(version))
    await mkdir(path, { recursive: true })
    await writeFile(join(path, 'exam.json'), JSON.stringify({ ...examOf(prefix), version }))
    if (schedules) await writeFile(join(path, 'schedules.json'), JSON.stringify(schedules))
    return path
  }
  const importTo = async (path: string, learners: string[] = [], more: { again?: boolean; fields?: object } = {}) => {
    output.length = 0
    const code = await importFiles(server.db, [path], { orgId, learners, fields: {}, again: false, ...more })
    return { code, output: output.slice(1) }
  }
  test.each(['missed first', 'open first'])(
    'a new version goes to the open schedule if there is a missed one too: %s',
    async (order) => {
      await importTo(await writePackage(1), ['ada'])
      const { kysely } = server.db
      const [held] = await kysely.selectFrom('schedule').selectAll().where('org_id', '=', orgId).execute()
      if (!held) throw new Error('not scheduled')
      await kysely.deleteFrom('schedule').where('org_id', '=', orgId).execute()
      const [first, second] = [`a-${prefix}`, `b-${prefix}`]
      const [missed, open] = order === 'missed first' ? [first, second] : [second, first]
      for (const schedule_guid of [first, second])
        await kysely
          .insertInto('schedule')
          .values({ ...held, schedule_guid, ...(schedule_guid === missed && { start_at: 1, complete_at: 2 }) })
          .execute()
      expect((await importTo(await writePackage(2), ['ada'])).code).toBe(0)
      const versions = await kysely
        .selectFrom('schedule')
        .select(['schedule_guid', 'version'])
        .where('org_id', '=', orgId)
        .execute()
      expect(new Map(versions.map((one) => [one.schedule_guid, one.version]))).toEqual(
        new Map([
          [missed, 1],
          [open, 2],
        ]),
      )
    },
  )

  test('says at the import what of an exam is given out sealed', async () => {
    const whole = examOf(prefix)
    const [section] = whole.sections
    if (!section) throw new Error('no section')
    const second = { ...section, id: `${prefix}-second`, questions: [] }
    const path = join(folder, `${prefix}-sealed`)
    await mkdir(path, { recursive: true })
    const write = (settings: object) =>
      writeFile(join(path, 'exam.json'), JSON.stringify({ ...whole, version: 9, settings, sections: [section, second] }))
    await write({ sealParts: true, releaseAhead: 30 })
    expect(await importTo(path)).toEqual({
      code: 0,
      output: [
        `  "${whole.name}": each part is given out sealed, the key of the first when its learner starts, of a later one 30 seconds before they come to it.`,
      ],
    })
    await write({ sealParts: false })
    expect(await importTo(path)).toEqual({ code: 0, output: [] })
  })

  const rows = () =>
    server.db.kysely.selectFrom('schedule').selectAll().where('org_id', '=', orgId).orderBy('version').execute()
  const schedule = async (what: ScheduleWord, names: string[], fields: object = {}) => {
    output.length = 0
    return { code: await commandSchedule(server.db, what, { orgId, examGuid: undefined, names, fields }), output: [...output] }
  }
  /** Begins what the learner has scheduled; with `completes` to its end. */
  const sit = async (username: string, completes = false) => {
    const { access_token: token } = await signIn(server, { orgId }, username)
    const userGuid = `${prefix}-${username}`
    const list = await doCall(server, calls.schedules, { query: { userGuid } }, token)
    const one = list.find((other) => !other.completed)
    if (!one) throw new Error('Nothing is scheduled.')
    const { guid: scheduleGuid, examGuid, examTypeGuid: examObjectTypeGuid, version: versionNumber } = one
    const query = { userGuid, scheduleGuid, scheduleType: 1, examGuid, examObjectTypeGuid, versionNumber }
    const { formRunGUID: formRunGuid } = await doCall(server, calls.start, { query }, token)
    if (completes) await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 1, elapsedTime: 1 } }, token)
    return scheduleGuid
  }

  test('those of a package are imported for the people they name, once', async () => {
    const of = (more: object) => [{ guid: `${prefix}-s1`, username: 'ada', ...more }]
    const all = { info: 'Room 2', startDt: '2026-11-21T09:30:00+01:00', completeDt: '2026-11-21T12:00:00Z', practice: true }
    const path = await writePackage(
      4,
      of({ ...all, password: 'Open2026', practiceExtraTimeSeconds: 600, cantStartMessage: 'Wait' }),
    )
    expect(await importTo(path)).toEqual({ code: 0, output: [`  ada: the schedule ${prefix}-s1 was imported.`] })
    const first = await rows()
    expect(first).toMatchObject([
      {
        ...{ schedule_guid: `${prefix}-s1`, user_guid: `${prefix}-ada`, version: 4, info: 'Room 2', practice: 1 },
        ...{ start_at: Date.UTC(2026, 10, 21, 8, 30), complete_at: Date.UTC(2026, 10, 21, 12), extra_time_seconds: 600 },
        cant_start_message: 'Wait',
      },
    ])
    expect(first[0]?.password_hash).toMatch(/argon2id/)
    expect(await importTo(path)).toEqual({ code: 0, output: [`  ada: the schedule ${prefix}-s1 is there already.`] })
    expect(await rows()).toEqual(first)
  })

  test('one for somebody who isn’t there is told, the others are imported, and it comes with the next import', async () => {
    const path = await writePackage(4, [
      { guid: `${prefix}-s1`, username: 'cleo' },
      { guid: `${prefix}-s2`, username: 'ben' },
    ])
    expect(await importTo(path)).toEqual({
      code: 1,
      output: [
        `  schedules.json ${prefix}-s1: nobody in organisation ${orgId} is called cleo.`,
        `  ben: the schedule ${prefix}-s2 was imported.`,
      ],
    })
    await arrange(server, { orgId, file: { people: [personOf(prefix, 'cleo', 3)], schedules: [] } })
    expect((await importTo(path)).code).toBe(0)
    expect((await rows()).map((row) => row.user_guid).sort()).toEqual([`${prefix}-ben`, `${prefix}-cleo`])
  })

  test('a guid is one learner’s and one exam’s', async () => {
    await importTo(await writePackage(4, [{ guid: `${prefix}-s1`, username: 'ada' }]))
    const before = await rows()
    const { code, output: printed } = await importTo(await writePackage(4, [{ guid: `${prefix}-s1`, username: 'ben' }]))
    expect([code, printed[0]]).toEqual([1, expect.stringContaining('another learner')])
    expect(await rows()).toEqual(before)
  })

  test('a package of a higher version takes along who has not begun, and leaves who has', async () => {
    const both = ['ada', 'ben'].map((username) => ({ guid: `${prefix}-${username}`, username }))
    await importTo(await writePackage(4, both))
    await sit('ben')
    const { code, output: printed } = await importTo(await writePackage(5, both))
    expect(code).toBe(0)
    expect(printed).toEqual([
      `  ada: the schedule ${prefix}-ada takes version 5 in place of 4.`,
      `  ben: the schedule ${prefix}-ben is there already.`,
    ])
    expect((await rows()).map((row) => [row.user_guid, row.version])).toEqual([
      [`${prefix}-ben`, 4],
      [`${prefix}-ada`, 5],
    ])
  })

  test('one from before there were seeds draws one where it takes a new version, and only there', async () => {
    await importTo(await writePackage(4, [{ guid: `${prefix}-own`, username: 'ada' }]), ['ben'])
    const seeds = async () => (await rows()).map(({ version, seed }) => [version, seed])
    await server.db.kysely.updateTable('schedule').set({ seed: null }).where('org_id', '=', orgId).execute()
    // Its content may have been given out already, laid out by what it has.
    await importTo(await writePackage(4), ['ben'], { fields: { practice: 1 } })
    expect(await seeds()).toEqual([
      [4, null],
      [4, null],
    ])
    const moved = [{ guid: `${prefix}-own`, username: 'ada' }]
    await importTo(await writePackage(5, moved), ['ben'])
    const drawn = await seeds()
    expect(drawn).toEqual(Array(2).fill([5, expect.stringMatching(/^[0-9a-f]{32}$/)]))
    expect(new Set(drawn.map(([, seed]) => seed)).size).toBe(2)
    await importTo(await writePackage(6, moved), ['ben'])
    expect((await seeds()).map(([, seed]) => seed).sort()).toEqual(drawn.map(([, seed]) => seed).sort())
  })

  test('a closed window is not opened again for a learner who has the exam elsewhere', async () => {
    await importTo(await writePackage(4, [{ guid: `${prefix}-open`, username: 'ada' }]))
    await sit('ada')
    const guid = `${prefix}-closed`
    await importTo(await writePackage(4, [{ guid, username: 'ada', completeDt: '2020-11-21T12:00:00Z' }]))
    const before = await rows()
    const until = { complete_at: Date.UTC(2100, 0, 1) }
    const refused = 'has this exam elsewhere, and could sit it twice; nothing was changed.'
    expect(await schedule('set', [guid], until)).toEqual({ code: 1, output: [`${guid}: ada ${refused}`] })
    const again = await importTo(await writePackage(4), ['ada'], { fields: until })
    expect(again.output).toContain(`  ada: ${refused}`)
    expect(await rows()).toEqual(before)
    // One whose window is still open may get another end.
    await importTo(await writePackage(4, [{ guid: `${prefix}-ben`, username: 'ben' }]))
    expect((await schedule('set', [`${prefix}-ben`], until)).code).toBe(0)
  })

  test('--schedule sets dates, practice, password and extra time for each learner', async () => {
    const fields = { start_at: 1000, complete_at: 2000, practice: 1, password_hash: 'x', extra_time_seconds: 300 }
    const { code, output: printed } = await importTo(await writePackage(4), ['ada', 'ben'], { fields })
    expect([code, printed]).toEqual([0, ['  ada: was scheduled.', '  ben: was scheduled.']])
    expect(await rows()).toMatchObject([fields, fields])
    expect((await importTo(await writePackage(4), ['ada'])).output).toEqual(['  ada: is scheduled already.'])
    expect((await importTo(await writePackage(4), ['ada'], { fields: { practice: 0 } })).output).toEqual([
      '  ada: the schedule was changed.',
    ])
    expect(await rows()).toHaveLength(2)
  })

  test('what --schedule and a package say is what a learner gets: dates, password, extra time and practice', async () => {
    const day = (days: number) => Date.now() + days * 86_400_000
    const written = (days: number) => `${new Date(day(days)).toISOString().slice(0, 16)}Z`
    const [from, until] = [written(1), written(2)]
    const typed = { from, until, extraTime: '10', practice: true, password: 'Open2026' }
    await importTo(await writePackage(4), ['ada'], { fields: await fieldsOf(typed, argon2id.hash) })
    const inFull = (minute: string) => minute.replace('Z', ':00Z')
    const packaged = {
      startDt: inFull(from),
      completeDt: inFull(until),
      practiceExtraTimeSeconds: 600,
      practice: true,
      password: 'Open2026',
    }
    await importTo(await writePackage(4, [{ guid: `${prefix}-ben`, username: 'ben', ...packaged }]))
    for (const username of ['ada', 'ben']) {
      const { access_token: token } = await signIn(server, { orgId }, username)
      const userGuid = `${prefix}-${username}`
      const [one] = await doCall(server, calls.schedules, { query: { userGuid } }, token)
      expect(one).toMatchObject({ practice: true, requiresPassword: true, practiceExtraTime: 600 })
      expect([one?.startDt, one?.completeDt].map((text) => Date.parse(text ?? ''))).toEqual([
        Date.parse(from),
        Date.parse(until),
      ])
      const scheduleGuid = one?.guid ?? ''
      const exam = { examGuid: `${prefix}-exam`, examObjectTypeGuid: `${prefix}-type`, versionNumber: 4 }
      const query = { userGuid, scheduleGuid, scheduleType: 1, ...exam }
      const printed = async () => {
        const answer = await tryCall(server, calls.examJson, { query }, token)
        return answer.status === 200 ? JSON.parse(answer.text) : refusalIn(answer).code
      }
      const tried = (password: string) =>
        doCall(server, calls.checkPassword, { body: { scheduleGuid, password, userGuid } }, token)
      expect(await printed()).toBe('CANNOT_START')
      await schedule('set', [scheduleGuid], { start_at: day(-1) })
      expect(await printed()).toBe('PASSWORD_REQUIRED')
      expect([await tried('open2026'), await tried('Open2026')]).toEqual([{ result: false }, { result: true }])
      expect(await printed()).toMatchObject({ settings: { examTime: 1200 } })
      await schedule('set', [scheduleGuid], { complete_at: day(-0.5) })
      expect(await printed()).toBe('CANNOT_START')
      await schedule('set', [scheduleGuid], { complete_at: day(1) })
      expect(await printed()).toMatchObject({ settings: { examTime: 1200 } })
    }
  })

  test('--schedule of a higher version: a schedule that isn’t begun takes it, one under way stays, a completed one again when asked', async () => {
    await importTo(await writePackage(4), ['ada', 'ben'])
    await sit('ben')
    const second = await importTo(await writePackage(5), ['ada', 'ben'])
    expect(second).toEqual({
      code: 1,
      output: ['  ada: the schedule takes version 5 in place of 4.', '  ben: is sitting version 4; nothing was changed.'],
    })
    await sit('ada', true)
    const third = await importTo(await writePackage(6), ['ada'])
    expect(third).toEqual({ code: 1, output: ['  ada: has completed version 5; --again schedules it once more.'] })
    expect((await rows()).map((row) => row.version)).toEqual([4, 5])
    expect((await importTo(await writePackage(6), ['ada'], { again: true })).output).toEqual([
      '  ada: was scheduled once more.',
    ])
    expect((await rows()).map((row) => row.version)).toEqual([4, 5, 6])
    await sit('ada')
    expect((await importTo(await writePackage(5), ['ada'])).code).toBe(1)
  })

  test('sitwell schedule has an exam proctored, and no longer, as long as nobody has begun it', async () => {
    await importTo(await writePackage(4), ['ada'])
    const guid = (await rows())[0]?.schedule_guid ?? ''
    const set = async (proctoring: string) => (await schedule('set', [guid], await fieldsOf({ proctoring }, plain))).code
    const listed = async () => (await schedule('list', [])).output[0]
    expect(await set('Proctorio')).toBe(0)
    expect(await listed()).toMatch(/not begun {2}proctored by Proctorio$/)
    await expect(sit('ada')).rejects.toThrow('PROCTORING_REQUIRED')
    expect(await set('no')).toBe(0)
    expect(await listed()).toMatch(/not begun {2}not proctored$/)
    expect(await set('exam')).toBe(0)
    expect(await listed()).toMatch(/not begun$/)
    await sit('ada')
    expect(await set('IntegrityAdvocate')).toBe(1)
    expect((await rows())[0]?.proctor_provider).toBeNull()
  })

  test('sitwell schedule lists, changes and removes what nobody has begun, and says why not of the rest', async () => {
    await importTo(await writePackage(4), ['ada', 'ben'])
    const begun = await sit('ben')
    const open = (await rows()).find((row) => row.schedule_guid !== begun)?.schedule_guid ?? ''
    const start = Date.UTC(2040, 0, 1, 9)
    expect(await schedule('set', [open], { start_at: start, extra_time_seconds: 600, practice: 1 })).toEqual({
      code: 0,
      output: [`${open}: was changed.`],
    })
    const listed = (await schedule('list', [])).output
    expect(listed[0]).toBe(
      `${open}  ada  ${prefix}-exam version 4  not begun  from 2040-01-01T09:00Z  practice  10 minutes more`,
    )
    expect(listed[1]).toContain('ben')
    expect((await schedule('list', ['ben'])).output).toEqual([listed[1]])
    const { access_token } = await signIn(server, { orgId }, 'ada')
    const entry = { userGuid: `${prefix}-ada`, scheduleGuid: open, scheduleType: 1, examGuid: `${prefix}-exam` }
    const query = { ...entry, examObjectTypeGuid: `${prefix}-type`, versionNumber: 4 }
    expect(refusalIn(await tryCall(server, calls.start, { query }, access_token)).code).toBe('CANNOT_START')
    expect((await schedule('set', [open], { complete_at: start - 1 })).code).toBe(1)
    for (const what of ['set', 'remove'] as const) {
      const { code, output: printed } = await schedule(what, [begun, 'nobodys'], { practice: 1 })
      expect([code, printed]).toEqual([
        1,
        [expect.stringContaining('has begun it'), expect.stringContaining('has no schedule')],
      ])
    }
    expect(await schedule('remove', [open])).toEqual({ code: 0, output: [`${open}: was removed.`] })
    expect((await rows()).map((row) => row.schedule_guid)).toEqual([begun])
    expect((await schedule('set', [])).code).toBe(2)
    expect((await schedule('set', [begun])).code).toBe(2)
  })
})
