import { expect, test } from 'vitest'
import { authoredQuestionsOf } from '../assessment/form-run/index.ts'
import { authoredExam } from '../import/authored-exam.ts'
import { selectStored } from '../organisation/export/select-stored.ts'
import { storeExam } from '../organisation/store-exam.ts'
import { bothDatabases } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { arrange, examOf, sitExam, type World } from '../testing/test-world.ts'
import { insertVersion, schemeFor, selectVersions } from './scheme-rows.ts'

const schemeOf = (title: string, maxMarks = 4) => ({ criteria: [{ id: 'c1', title, maxMarks }] })

describeOnEach(bothDatabases, 'an exam with its mark schemes on %s', { config: { logLevel: 'fatal' } }, (suite) => {
  const { server, nextOrgId } = suite
  let prefix = ''

  const essay = (more: object = {}) => ({ type: 'QUESTIONLTEXT', id: 'why', text: 'Why?', marks: 4, ...more })
  const examWith = (...questions: object[]) => examOf(prefix, { sections: [{ id: 'one', name: 'One', questions }] as never })
  const arranged = async (question: object): Promise<World> => {
    const orgId = nextOrgId()
    prefix = `o${orgId}`
    return arrange(server, { orgId, exam: examWith(question) })
  }
  const placeOf = ({ orgId }: World) => ({ org_id: orgId, exam_guid: `${prefix}-exam`, version: 3 })
  const edit = async (world: World, scheme: object, number = 2) =>
    insertVersion(server.db.kysely, {
      ...{ ...placeOf(world), question_id: 'why', part: '', number, scheme: JSON.stringify(scheme), reason: 'Clearer' },
      ...{ written_by: 'somebody', written_at: 1, marked: 'none', affected: 0, is_settled: 1 },
    })
  const store = async ({ orgId }: World, exam: unknown) => {
    const read = { exam: authoredExam.parse(exam), resources: [], schedules: [], leftOut: [] }
    return (await storeExam(server.db.kysely, orgId, read, 5)).outcome
  }
  const exported = async ({ orgId }: World) => {
    const stored = await selectStored(server.db, { orgId, examGuid: `${prefix}-exam`, version: undefined })
    if (!stored) throw new Error('There is no exam.')
    return stored.exam
  }
  const newest = async (world: World) => {
    const [question] = authoredQuestionsOf(await exported(world))
    if (!question) throw new Error('There is no question.')
    return schemeFor(server.db.kysely, placeOf(world), question, '')
  }
  const versions = async (world: World) =>
    (await selectVersions(server.db.kysely, { ...placeOf(world), question_id: 'why', part: '' })).map(
      ({ number, written_by }) => [number, written_by],
    )

  // OFFICE-307
  test('a number of a version is given once', async () => {
    const world = await arranged(essay({ markScheme: schemeOf('Brought') }))
    expect(await newest(world)).toEqual({ version: 1, scheme: schemeOf('Brought') })
    const both = await Promise.all([edit(world, schemeOf('One')), edit(world, schemeOf('Other'))])
    expect(both.toSorted()).toEqual([false, true])
    expect((await newest(world))?.version).toBe(2)
    expect(await versions(world)).toEqual([[2, 'somebody']])
  })

  test('an export has the newest schemes, and comes back unchanged; so does what was imported first', async () => {
    const first = essay({ markScheme: schemeOf('Brought'), markingNotes: '<p>Notes.</p>' })
    const world = await arranged(first)
    expect((await newest(world))?.scheme).toEqual({ ...schemeOf('Brought'), guidance: '<p>Notes.</p>' })
    await edit(world, schemeOf('Edited'))
    const exam = await exported(world)
    expect(authoredQuestionsOf(exam)).toMatchObject([{ markScheme: schemeOf('Edited') }])
    expect(JSON.stringify(exam)).not.toContain('Notes.')
    await sitExam(server, world)
    for (const one of [exam, examWith(first)]) expect(await store(world, one)).toBe('unchanged')
    expect(await store(world, examWith(essay({ markScheme: schemeOf('Else') })))).toBe('in use')
    expect(await versions(world)).toEqual([[2, 'somebody']])
  })

  test('an exam that takes the place of one that nobody began keeps what staff made of schemes that came as before', async () => {
    const world = await arranged(essay({ markScheme: schemeOf('Brought') }))
    await edit(world, schemeOf('Edited'))
    expect(await store(world, examWith(essay({ text: 'Why not?', markScheme: schemeOf('Brought') })))).toBe('stored')
    expect(await newest(world)).toEqual({ version: 2, scheme: schemeOf('Edited') })
    // Another scheme comes with it.
    await store(world, examWith(essay({ markScheme: schemeOf('Newly brought') })))
    expect(await newest(world)).toEqual({ version: 3, scheme: schemeOf('Newly brought') })
    // And none any more.
    await store(world, examWith(essay()))
    expect(await newest(world)).toEqual({ version: 4, scheme: { criteria: [] } })
    expect(await versions(world)).toEqual([
      [4, null],
      [3, null],
      [2, 'somebody'],
    ])
  })

  test('a scheme that no longer fits its question does not stay', async () => {
    const world = await arranged(essay())
    await edit(world, schemeOf('Edited'), 1)
    await store(world, examWith(essay({ marks: 6 })))
    expect(await newest(world)).toEqual({ version: 2, scheme: { criteria: [] } })
    // Of a question that is gone nothing is said.
    await store(world, examWith({ ...essay(), id: 'other' }))
    expect(await versions(world)).toHaveLength(2)
  })
})
