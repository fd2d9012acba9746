import { calls, type InputOf, schemeState } from '@sitwell/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { nobodyLive } from '../assessment/form-run/index.ts'
import { selectEvents } from '../security-log/queries.ts'
import { bothDatabases } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { type MarkedSitting, markedSitting, oneMark } from '../testing/marked-sitting.ts'
import type { OfficeBrowser } from '../testing/office-browser.ts'
import { openOffice } from '../testing/open-office.ts'
import { examOf, personOf } from '../testing/test-world.ts'
import { returnMarked } from './return-marked.ts'

type Change = InputOf<typeof calls.officeChangeMarkScheme>['body']

describeOnEach(bothDatabases, 'mark schemes in the office on %s', { config: { logLevel: 'fatal' } }, (suite) => {
  const { server, nextOrgId } = suite
  let orgId: number
  let prefix: string
  let sitting: MarkedSitting
  let officer: OfficeBrowser

  beforeEach(async () => {
    orgId = nextOrgId()
    prefix = `o${orgId}`
    const people = [
      personOf(prefix, 'learner', 1),
      ...(['exams-officer', 'auditor', 'invigilator', 'marker'] as const).map((role, at) => ({
        ...personOf(prefix, role, at + 2),
        roles: [role],
      })),
    ]
    sitting = await markedSitting(server, { orgId, file: { people, settings: { OfficeSecondStep: 'off' } } })
    officer = await openOffice(server, orgId, 'exams-officer')
  })

  const place = () => ({ examGuid: `${prefix}-exam`, version: 3, questionID: `${prefix}-q3`, part: '' })
  const essay = (maxMarks = 3, title = 'Argument') => ({
    criteria: [
      { id: 'c1', title, maxMarks },
      { id: 'c2', title: 'Language', maxMarks: 4 - maxMarks },
    ],
  })
  const change = (more: Partial<Change> = {}, one = officer) =>
    one.tryIt(calls.officeChangeMarkScheme, {
      body: { ...place(), basedOn: 1, scheme: essay(2), reason: 'Fairer', ...more },
    })
  const preview = (more: Partial<Change> = {}, one = officer) =>
    one.tryIt(calls.officePreviewMarkScheme, { body: { ...place(), basedOn: 1, scheme: essay(2), ...more } })
  const show = () => officer.doIt(calls.officeMarkScheme, { query: place() })
  const errorOf = ({ text }: { text: string }) =>
    (JSON.parse(text) as { error: { code: string; current?: unknown; details?: { path: string; message: string }[] } }).error
  const mark = async () => {
    await sitting.handIn()
    const points = { c1: oneMark, c2: oneMark }
    expect(await sitting.mark(2 * oneMark, { scheme: { version: 1, points } })).toMatchObject({ kind: 'stored' })
  }
  const states = async () => (await sitting.responses()).map(({ state }) => state)

  // OFFICE-307
  test('what a person marks is listed with its scheme, and a change of it is its next version', async () => {
    const { questions } = await officer.doIt(calls.officeMarkSchemes, { query: { examGuid: `${prefix}-exam`, version: 3 } })
    expect(questions).toEqual([
      {
        ...{
          questionID: `${prefix}-q3`,
          part: '',
          number: 3,
          text: 'Why?',
          type: 'QUESTIONLTEXT',
          marks: 4,
          scheme: 1,
          criteria: 2,
        },
        responses: { marked: 0, unsettled: 0, waiting: 0 },
      },
    ])
    const before = await show()
    expect(before.state.current).toMatchObject({ number: 1, origin: 'exam', scheme: { guidance: 'SECRETNOTESSECRETSCHEME' } })
    expect((await preview()).status).toBe(200)
    const changed = await change()
    expect(changed.status).toBe(200)
    const { state } = await show()
    expect(state).toMatchObject({
      current: { number: 2, origin: 'office', reason: 'Fairer', scheme: essay(2) },
      earlier: [{ number: 1, origin: 'exam' }],
    })
    expect(state.current?.marked).toBeUndefined()
    await vi.waitFor(async () => {
      const kinds = (await selectEvents(server.db, { orgId, most: 100 })).map(({ kind }) => kind)
      expect(kinds).toContain('mark-scheme-changed')
    })
    // The same again, whose reply was lost.
    expect((await change()).status).toBe(200)
    expect((await show()).state.current?.number).toBe(2)
  })

  // OFFICE-307
  test('before a change is saved it is told how many responses it affects, and somebody has to say what becomes of them', async () => {
    await mark()
    const told = calls.officePreviewMarkScheme.reply.parse(JSON.parse((await preview()).text))
    expect(told).toMatchObject({ change: 'marks', responses: { marked: 1, unsettled: 0, waiting: 0 } })
    const words = {
      criteria: [
        { id: 'c1', title: 'Reasoning', maxMarks: 3 },
        { id: 'c2', title: 'Language', maxMarks: 1, levels: [0, 1].map((marks) => ({ marks, description: 'SECRETLEVEL' })) },
      ],
    }
    expect(JSON.parse((await preview({ scheme: words })).text)).toMatchObject({ change: 'texts' })
    expect(errorOf(await change())).toMatchObject({ code: 'INVALID_REQUEST', details: [{ path: 'body.marked' }] })
    expect((await show()).state.current?.number).toBe(1)
    expect((await change({ marked: 'keep' })).status).toBe(200)
    expect((await show()).state.current?.marked).toEqual({ responses: 1, choice: 'keep', isDone: true })
    expect(await states()).toEqual(['marked'])
    expect(await sitting.entries()).toHaveLength(1)
  })

  // OFFICE-307
  test('marked responses return to the queue if that was chosen, each once, and what is marked anew stays', async () => {
    await mark()
    expect((await change({ marked: 'return' })).status).toBe(200)
    await vi.waitFor(async () => expect(await states()).toEqual(['waiting']))
    await vi.waitFor(async () => expect((await show()).state.current?.marked?.isDone).toBe(true))
    const entries = await sitting.entries()
    expect(entries.map(({ kind }) => kind)).toEqual(['mark', 'return'])
    expect(entries[1]).toMatchObject({ reason: 'The mark scheme was changed (version 2): Fairer' })
    const again = { basedOn: 2, scheme: { version: 2, points: { c1: oneMark, c2: oneMark } } }
    await sitting.mark(2 * oneMark, again)
    // As if the server had ended before it was done.
    await server.db.kysely.updateTable('mark_scheme').set({ is_settled: 0 }).where('org_id', '=', orgId).execute()
    await Promise.all([1, 2].map(() => returnMarked({ ...sitting.context, live: nobodyLive })))
    expect(await states()).toEqual(['marked'])
    expect(await sitting.entries()).toHaveLength(3)
    expect((await show()).state.current?.marked?.isDone).toBe(true)
  })

  // OFFICE-307
  test('of two changes of one version the second is refused, with the scheme as it is now', async () => {
    const both = await Promise.all([change({ reason: 'One' }), change({ reason: 'Other', scheme: essay(1) })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const lost = both.find(({ status }) => status === 409)
    const { code, current } = errorOf(lost ?? { text: '{}' })
    expect(code).toBe('CHANGED_MEANWHILE')
    expect(schemeState.parse(current).current?.number).toBe(2)
    expect(errorOf(await preview())).toMatchObject({ code: 'CHANGED_MEANWHILE' })
    expect((await show()).state.earlier).toHaveLength(1)
  })

  test('a scheme that does not fit, no reason, and what is not there are refused', async () => {
    expect(errorOf(await change({ scheme: { criteria: [{ id: 'c1', title: 'A', maxMarks: 5 }] } }))).toMatchObject({
      code: 'INVALID_REQUEST',
      details: [{ path: 'body.scheme.criteria', message: 'other-marks' }],
    })
    expect(errorOf(await change({ reason: ' \u0000' }))).toMatchObject({ details: [{ path: 'body.reason' }] })
    for (const wrong of [{ questionID: `${prefix}-q1` }, { part: 'x' }, { version: 9 }, { examGuid: 'other' }])
      expect((await change(wrong)).status).toBe(404)
    expect((await show()).state.earlier).toEqual([])
  })

  test('guidance is cleaned, and what is taken out is told before', async () => {
    const scheme = { ...essay(2), guidance: '<p onclick="x()">Look<script>alert(1)</script><img src="no.png"></p>' }
    const { removed } = JSON.parse((await preview({ scheme })).text) as { removed: string[] }
    expect(removed).toEqual(expect.arrayContaining(['onclick', '<script>']))
    await change({ scheme })
    expect((await show()).state.current?.scheme.guidance).toMatch(/^<p>Look/)
    expect(JSON.stringify((await show()).state.current)).not.toMatch(/onclick|script|no\.png/)
  })

  test('only who may write exams changes a scheme, and only who may read them sees it', async () => {
    const statusOf = async (username: string) => {
      const one = await openOffice(server, orgId, username)
      const seen = await one.tryIt(calls.officeMarkScheme, { query: place() })
      return [seen.status, (await preview({}, one)).status, (await change({}, one)).status]
    }
    expect(await statusOf('auditor')).toEqual([200, 403, 403])
    expect(await statusOf('invigilator')).toEqual([403, 403, 403])
    expect(await statusOf('marker')).toEqual([403, 403, 403])
    const elsewhere = nextOrgId()
    await markedSitting(server, {
      orgId: elsewhere,
      exam: examOf(`o${elsewhere}`),
      file: {
        people: [
          personOf(`o${elsewhere}`, 'learner', 1),
          { ...personOf(`o${elsewhere}`, 'officer', 2), roles: ['exams-officer'] },
        ],
        settings: { OfficeSecondStep: 'off' },
      },
    })
    const stranger = await openOffice(server, elsewhere, 'officer')
    expect((await stranger.tryIt(calls.officeMarkScheme, { query: place() })).status).toBe(404)
    expect((await change({}, stranger)).status).toBe(404)
  })
})
