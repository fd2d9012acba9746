import { calls, type InputOf, presetSupports } from '@sitwell/contract'
import { presetsIn } from '@sitwell/exam/ledger/ledger'
import { supports } from '@sitwell/exam/paper/explanations'
import type { KyselyPlugin } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { findingsOf, verifyFormRun } from '../assessment/evidence/verify-form-run.ts'
import { createExamCache, nobodyLive, selectFormRunOfOrganisation, selectLedger } from '../assessment/form-run/index.ts'
import { bothDatabases } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import type { OfficeBrowser } from '../testing/office-browser.ts'
import { openOffice } from '../testing/open-office.ts'
import { arrange, doCall, examOf, personOf, refusalIn, signIn, sitExam, type World } from '../testing/test-world.ts'

type Fields = Omit<InputOf<typeof calls.officeAddAccommodation>['body'], 'userID'>

const explained = (id: string) => ({
  ...{ id, type: 'RADIO', marks: 1, text: `<p>What is <b data-explained="dew">dew</b>?</p>` },
  options: [{ id: 'a', text: 'A' }],
  key: 'a',
  explanations: [
    {
      id: 'dew',
      cards: ['glossary', 'translation'].map((support) => ({ support, text: `<p>${support}</p>` })),
    },
  ],
})

test('every support that an exam may offer can be set for somebody', () => expect(presetSupports).toEqual(supports))

describeOnEach(bothDatabases, 'presets on %s', { isClockHeld: true, config: { logLevel: 'fatal' } }, (suite) => {
  const { server, clock, pass, nextOrgId } = suite
  let world: World
  let orgId: number
  let prefix: string
  let officer: OfficeBrowser
  let today: string

  const arranged = async (settings: object = {}) => {
    orgId = nextOrgId()
    prefix = `o${orgId}`
    world = await arrange(server, {
      orgId,
      exam: examOf(prefix, {
        settings: { examTime: 240, ...settings },
        sections: [{ id: `${prefix}-s`, name: 'One', questions: [explained(`${prefix}-q`)] }],
      } as never),
      file: {
        organisation: { orgId, name: prefix, urlToken: prefix, themes: { Harbour: { primary: '#0b4f3f' } } },
        people: [personOf(prefix, 'learner', 1), { ...personOf(prefix, 'officer', 3), roles: ['exams-officer'] }],
        settings: { OfficeSecondStep: 'off' },
      } as never,
    })
    officer = await openOffice(server, orgId, 'officer')
    today = new Date(clock.nowMs()).toISOString().slice(0, 10)
  }
  beforeEach(() => arranged())

  const fields = (more: Partial<Fields>): Fields => ({
    ...{ from: today, approvedBy: 'Dr Vane', approvedOn: today, basis: 'Letter of the school' },
    ...more,
  })
  const tryAdd = (more: Partial<Fields>) =>
    officer.tryIt(calls.officeAddAccommodation, { body: { userID: 1, ...fields(more) } })
  const add = async (more: Partial<Fields>) => calls.officeAddAccommodation.reply.parse(JSON.parse((await tryAdd(more)).text))
  const content = (token: string) => doCall(server, calls.examJson, { query: world.entry }, token)
  const cardsIn = ({ questions }: Awaited<ReturnType<typeof content>>) =>
    ((questions[0]?.explanations ?? []) as { cards: { support: string }[] }[]).flatMap(({ cards }) =>
      cards.map(({ support }) => support),
    )
  const context = () => ({ database: server.db, exams: createExamCache(server.db, clock.nowMs), clock, live: nobodyLive })
  /** Longer than the server keeps what it has read of somebody's presets. */
  const settle = () => pass(6000)

  // OFFICE-203
  test('are given to the learner with each exam: size, theme, and a support that the exam says nothing of', async () => {
    const { access_token: token } = await signIn(server, world)
    const before = await content(token)
    expect([before.settings.presets, cardsIn(before)]).toEqual([undefined, ['glossary']])
    const { accommodation } = await add({ textPercent: 150, theme: 'Yellow on Black', supports: ['translation'] })
    expect(accommodation).toMatchObject({ textPercent: 150, theme: 'Yellow on Black', supports: ['translation'] })
    settle()
    const after = await content(token)
    expect(after.settings.presets).toEqual({ textPercent: 150, theme: 'Yellow on Black', supports: ['translation'] })
    expect(cardsIn(after)).toEqual(['glossary', 'translation'])
    const { formRunGuid, token: sitting } = await sitExam(server, world)
    const ledger = await selectLedger(server.db, { orgId, formRunGuid })
    expect(presetsIn(ledger)).toEqual({ textPercent: 150, theme: 'Yellow on Black', supports: ['translation'] })
    expect((await content(sitting)).settings.presets).toMatchObject({ textPercent: 150 })
  })

  test('the server reads presets to show an exam, and never for the rules by which it accepts saves and keeps time', async () => {
    await add({ supports: ['translation'] })
    const { formRunGuid } = await sitExam(server, world)
    const run = await selectFormRunOfOrganisation(server.db, orgId, formRunGuid)
    const read: string[] = []
    const noting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        read.push(JSON.stringify(node))
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const exams = createExamCache({ ...server.db, kysely: server.db.kysely.withPlugin(noting) }, clock.nowMs)
    const looks = () => read.filter((text) => text.includes('join accommodation')).length
    if (!run) throw new Error('Nobody sits.')
    const rules = await exams.load(run, 'rules')
    settle()
    await exams.load(run, 'rules')
    expect([rules?.questions.length, looks()]).toEqual([1, 0])
    const shown = await exams.load(run)
    expect([looks(), JSON.stringify(shown?.layout).includes('translation')]).toEqual([1, true])
    await exams.load(run, 'rules')
    expect(looks()).toBe(1)
  })

  test('open no support that the exam leaves out, unless the accommodation says so', async () => {
    await arranged({ supports: ['glossary'] })
    const { access_token: token } = await signIn(server, world)
    const { accommodation } = await add({ supports: ['translation'] })
    settle()
    const closed = await content(token)
    // Supports that the exam doesn't give are not promised before it starts either.
    expect([cardsIn(closed), closed.settings.presets]).toEqual([['glossary'], undefined])
    const changed = await officer.tryIt(calls.officeChangeAccommodation, {
      body: {
        ...{ userID: 1, accommodationID: accommodation.accommodationID, version: 1, reason: 'The letter says so' },
        ...fields({ supports: ['translation'], opensSupports: true }),
      },
    })
    expect(changed.status).toBe(200)
    settle()
    const open = await content(token)
    expect([cardsIn(open), open.settings.presets]).toEqual([['glossary', 'translation'], { supports: ['translation'] }])
  })

  // OFFICE-110
  test('set in the middle of a sitting are there as its page loads next, the ledger keeps old and new, and its time is as it was', async () => {
    const { formRunGuid, token } = await sitExam(server, world)
    const { accommodation, sittings } = await add({ textPercent: 150, supports: ['translation'] })
    expect(sittings).toBe(0)
    await officer.tryIt(calls.officeChangeAccommodation, {
      body: {
        ...{ userID: 1, accommodationID: accommodation.accommodationID, version: 1, reason: 'Larger' },
        ...fields({ textPercent: 200 }),
      },
    })
    settle()
    const now = await content(token)
    expect([now.settings.presets, now.settings.examTime, cardsIn(now)]).toEqual([{ textPercent: 200 }, 240, ['glossary']])
    const events = (await selectLedger(server.db, { orgId, formRunGuid })).flatMap((event) =>
      event.kind === 'accommodation' ? [[event.presetsBefore, event.presets]] : [],
    )
    const first = { textPercent: 150, supports: ['translation'] }
    expect(events).toEqual([
      [undefined, first],
      [first, { textPercent: 200 }],
    ])
    const run = await selectFormRunOfOrganisation(server.db, orgId, formRunGuid)
    expect(run && findingsOf(await verifyFormRun(context(), run))).toEqual([])
  })

  test('that are withdrawn once a sitting is complete change nothing in it', async () => {
    const { accommodation } = await add({ supports: ['translation'] })
    settle()
    const { formRunGuid, token } = await sitExam(server, world)
    pass(1000)
    await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 1, elapsedTime: 0 } }, token)
    pass(1000)
    await officer.tryIt(calls.officeWithdrawAccommodation, {
      body: { userID: 1, accommodationID: accommodation.accommodationID, version: 1, reason: 'x' },
    })
    settle()
    const run = await selectFormRunOfOrganisation(server.db, orgId, formRunGuid)
    const loaded = run && (await context().exams.load(run))
    expect(JSON.stringify(loaded?.layout.questions)).toContain('<p>translation</p>')
  })

  test('are of themes and sizes that there are, and one that gives nothing is refused', async () => {
    const wrong: Partial<Fields>[] = [
      {},
      { theme: 'No such theme' },
      { theme: 'constructor' },
      { textPercent: 175 as 150 },
      { supports: [] },
      { supports: ['magic' as 'braille'] },
      { textPercent: 125, opensSupports: true },
    ]
    for (const more of wrong) expect([more, refusalIn(await tryAdd(more)).code]).toEqual([more, 'INVALID_REQUEST'])
    expect((await tryAdd({ theme: 'Harbour' })).status).toBe(200)
  })
})
