import { randomUUID } from 'node:crypto'
import { type Call, calls, isStaffAccess, type MarkingItem } from '@sitwell/contract'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { oneDatabase } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { arrangeMarking, type MarkingDesk } from '../testing/marking-desk.ts'
import type { OfficeBrowser } from '../testing/office-browser.ts'
import { type Answer, examOf } from '../testing/test-world.ts'

const withFiles = (prefix: string) =>
  examOf(prefix, {
    sections: [
      {
        id: `${prefix}-section`,
        name: 'First',
        scenarioText: 'A wood in autumn.',
        questions: [
          {
            type: 'QUESTIONLTEXT',
            id: `${prefix}-q3`,
            text: 'Why?',
            markingNotes: '<b>Look for rain.</b><script>1</script>',
            marks: 4,
          },
          { type: 'EVIDENCE', id: `${prefix}-q4`, text: 'Show it.', marks: 3 },
        ],
      },
    ] as never,
  })

describeOnEach(oneDatabase, 'what a marker receives on %s', {}, ({ server, nextOrgId }) => {
  const photo = async () =>
    sharp({ create: { width: 8, height: 6, channels: 3, background: '#083' } })
      .withExif({ IFD0: { Artist: 'Zebedia0 Quagmire0', Copyright: 'NQ-770' } })
      .jpeg()
      .toBuffer()

  const arranged = async () => {
    const orgId = nextOrgId()
    const desk = await arrangeMarking(server, orgId, { exam: withFiles(`o${orgId}`), answers: ['Because.', 'Perhaps.'] })
    for (const [at, sitting] of desk.sittings.entries()) {
      const body = { formRunGUID: sitting.formRunGuid, requestId: randomUUID(), question: `${desk.prefix}-q4` }
      const files = [
        [`zebedia${at}-quagmire.jpg`, await photo()],
        [`NQ-77${at}.pdf`, Buffer.from('%PDF-1.4\n%%EOF')],
        [`zebedia${at}.txt`, Buffer.from('A text.')],
        [`zebedia${at}.svg`, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
      ] as const
      for (const [fileName, bytes] of files)
        await sitting.upload({ ...body, requestId: randomUUID(), fileName }, new File([new Uint8Array(bytes)], fileName))
    }
    await desk.handInAll()
    return desk
  }

  /** All that tells a candidate from others, whatever the reply is made of. */
  const secretsOf = async ({ orgId, prefix, sittings }: MarkingDesk) => {
    const { kysely } = server.db
    const schedules = await kysely
      .selectFrom('schedule')
      .select(['schedule_guid', 'seed'])
      .where('org_id', '=', orgId)
      .execute()
    const files = await kysely
      .selectFrom('uploaded_file')
      .select(['file_guid', 'file_name', 'sha256'])
      .where('org_id', '=', orgId)
      .execute()
    expect(files.length).toBeGreaterThanOrEqual(6)
    return [
      ...['Zebedia', 'Quagmire', 'zebedia', 'NQ-77', 'example.org', 'learner-1', 'learner-2', `${prefix}-learner`],
      ...sittings.flatMap(({ formRunGuid, userGuid, token }) => [formRunGuid, userGuid, token]),
      ...schedules.flatMap(({ schedule_guid, seed }) => [schedule_guid, seed ?? 'no seed']),
      ...files.flatMap(({ file_guid, file_name, sha256 }) => [file_guid, file_name, sha256]),
    ]
  }

  /** Tokens are read too: whoever has one reads what it says. */
  const opened = (text: string): string =>
    [text, ...text.split(/[^\w-]+/).map((one) => Buffer.from(one, 'base64url').toString('latin1'))].join('\n')

  const isOfMarker = (call: Call) =>
    call.office !== undefined &&
    (isStaffAccess(call.access) ? /^marks\./.test(call.access.permission) : call.access === 'signed-in') &&
    // These two end the session of their caller.
    call !== calls.officeSignOut &&
    call !== calls.endOfficeSessions

  /** The same calls for responses that don't exist, or without the fields that they need, because an error is a reply too. */
  const askWrongly = async (browser: OfficeBrowser, responseID: string): Promise<Told[]> => {
    const told: Told[] = []
    for (const call of (Object.values(calls) as Call[]).filter(isOfMarker))
      for (const more of [
        {},
        { responseID: `${responseID.slice(0, -4)}AAAA`, file: 99 },
        { responseID, file: -1, marks: 'x' },
      ]) {
        const asked = call.method === 'GET' ? { query: more } : { body: more }
        told.push({ call: call.name, answer: await browser.tryIt(call, asked as never, { readAs: 'latin1' }) })
      }
    return told
  }

  type Told = { readonly call: string; readonly answer: Answer }

  /** Every call that a marker or a chief examiner may make, by what they were given. */
  const askEverything = async (desk: MarkingDesk, browser: OfficeBrowser): Promise<Told[]> => {
    const told: Told[] = []
    const all: Call[] = Object.values(calls)
    const items: MarkingItem[] = []
    for (const { queueID } of await desk.queues(browser))
      items.push(...(await browser.doIt(calls.officeMarkingNext, { body: { queueID, count: 5 } })).responses)
    expect(items.length).toBeGreaterThanOrEqual(3)
    const query = { examGuid: desk.exam.examGuid, examVersion: String(desk.exam.version) }
    for (const call of all.filter(isOfMarker))
      for (const item of items) {
        const { responseID, queueID } = item
        const given = desk.bodyOf(item, { marks: 1 })
        const wide = { ...given, queueID, count: 5, responses: [responseID], reason: 'So.', state: 'conflict', file: 0 }
        const { responses: _, ...once } = wide
        for (const more of [
          wide,
          once,
          { ...wide, file: 1 },
          { ...wide, file: 2 },
          { ...wide, file: 3 },
          { ...wide, state: 'cannot' },
        ]) {
          const asked =
            call.method === 'GET' ? { query: { ...query, ...more, responses: undefined } } : { body: { ...query, ...more } }
          const answer = await browser.tryIt(call, asked as never, { readAs: 'latin1' })
          told.push({ call: call.name, answer })
        }
      }
    return told
  }

  // OFFICE-306
  test('holds no name, number, file name, metadata or guid of a candidate, in any reply to any call, head or token', async () => {
    for (const username of ['mark-1', 'chief']) {
      const desk = await arranged()
      const secrets = await secretsOf(desk)
      const browser = await desk.open(username)
      const [first] = (await desk.next(browser)).responses
      const told = [...(await askEverything(desk, browser)), ...(await askWrongly(browser, first?.responseID ?? ''))]
      const answered = new Set(told.filter(({ answer }) => answer.status === 200).map(({ call }) => call))
      expect(answered.size, [...answered].join(' ')).toBeGreaterThanOrEqual(7)
      for (const { call, answer } of told) {
        const text = opened(`${answer.text}\n${JSON.stringify([...answer.headers])}`)
        for (const secret of secrets) expect(text.includes(secret), `${call} tells ${secret}`).toBe(false)
      }
    }
  })

  test('has files by number: pictures without metadata, PDFs to be shown, all else as a download, and no page', async () => {
    const desk = await arranged()
    const browser = await desk.open('mark-1')
    const queue = (await desk.queues(browser)).find(({ text }) => text === 'Show it.')
    const [item] = (await browser.doIt(calls.officeMarkingNext, { body: { queueID: queue?.queueID ?? '', count: 1 } }))
      .responses
    if (item?.response.kind !== 'files') throw new Error(JSON.stringify(item))
    expect(item.response.files.map(({ kind }) => kind).toSorted()).toEqual(
      ['other', 'pdf', 'picture'].slice(0, item.response.files.length),
    )
    expect(item.question).toMatchObject({ scenario: ['A wood in autumn.'], text: 'Show it.' })
    for (const { file, kind } of item.response.files) {
      const { responseID } = item
      const answer = await browser.tryIt(calls.officeMarkingFile, { query: { responseID, file } }, { readAs: 'latin1' })
      expect(answer.status, kind).toBe(200)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('content-security-policy')).toContain('sandbox')
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      expect(answer.headers.get('content-disposition')).toMatch(
        kind === 'other' ? /^attachment; filename="file-\d+\.bin"/ : /^inline; filename="file-\d+\./,
      )
      if (kind === 'picture') {
        const { exif, width } = await sharp(Buffer.from(answer.text, 'latin1')).metadata()
        expect([exif, width]).toEqual([undefined, 8])
      }
    }
    expect((await browser.tryIt(calls.officeMarkingFile, { query: { responseID: item.responseID, file: 99 } })).status).toBe(
      404,
    )
    const pdf = item.response.files.find(({ kind }) => kind === 'pdf')
    if (pdf) {
      const part = await browser.tryIt(
        calls.officeMarkingFile,
        { query: { responseID: item.responseID, file: pdf.file } },
        { headers: { range: 'bytes=0-3' } },
      )
      expect([part.status, part.text]).toEqual([206, '%PDF'])
    }
    // Another page's address bar, and another site, get nothing.
    const asked = { query: { responseID: item.responseID, file: 0 } }
    expect((await browser.tryIt(calls.officeMarkingFile, asked, { headers: { 'sec-fetch-mode': 'navigate' } })).status).toBe(
      403,
    )
    expect((await browser.tryIt(calls.officeMarkingFile, asked, { headers: { 'sec-fetch-site': 'same-site' } })).status).toBe(
      403,
    )
  })
})
