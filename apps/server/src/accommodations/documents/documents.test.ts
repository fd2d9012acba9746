import { randomUUID } from 'node:crypto'
import { type AccommodationDocument, calls, largestDocumentBytes, mostDocuments, permissionsOfRole } from '@sitwell/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { createExamCache } from '../../assessment/form-run/index.ts'
import { filesOfPerson, personDocument } from '../../privacy/person-document.ts'
import { selectEvents } from '../../security-log/queries.ts'
import type { SecurityEvent } from '../../security-log/security-event.ts'
import { bothDatabases } from '../../testing/databases.ts'
import { describeOnEach } from '../../testing/describe-on-each.ts'
import type { OfficeBrowser } from '../../testing/office-browser.ts'
import { openOffice } from '../../testing/open-office.ts'
import { arrange, examOf, personOf, refusalIn } from '../../testing/test-world.ts'
import { forgetDocuments } from './forget-documents.ts'

const pdf = new TextEncoder().encode('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF')
const png = Uint8Array.from([
  ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52],
  ...[0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0, 0x3a, 0x7e, 0x9b, 0x55],
  ...[0, 0, 0, 0, 0x49, 0x44, 0x41, 0x54, 0x35, 0xaf, 0x06, 0x1e],
])
const html = new TextEncoder().encode('<!doctype html><script>alert(1)</script>')

test('whoever may export what is known of a person may read the documents that are in it', () => {
  for (const [role, allowed] of Object.entries(permissionsOfRole)) {
    const has = (permission: string) => allowed.some((one) => one === permission)
    expect([role, has('people.export') && !has('accommodations.documents')]).toEqual([role, false])
  }
  expect(permissionsOfRole.auditor).not.toContain('accommodations.documents')
})

describeOnEach(bothDatabases, 'documents on %s', { isClockHeld: true, config: { logLevel: 'fatal' } }, (suite) => {
  const { server, clock, pass, nextOrgId } = suite
  let orgId: number
  let prefix: string
  let officer: OfficeBrowser
  let accommodationID: string

  const addAccommodation = async (one: OfficeBrowser, userID = 1) => {
    const today = new Date(clock.nowMs()).toISOString().slice(0, 10)
    const fields = { extraPercent: 25, from: today, approvedBy: 'Dr Vane', approvedOn: today, basis: 'A letter' }
    return (await one.doIt(calls.officeAddAccommodation, { body: { userID, ...fields } })).accommodation.accommodationID
  }
  const arranged = async (settings: Readonly<Record<string, string>> = {}) => {
    orgId = nextOrgId()
    prefix = `o${orgId}`
    await arrange(server, {
      ...{ orgId, exam: examOf(prefix) },
      file: {
        people: [
          personOf(prefix, 'learner', 1),
          personOf(prefix, 'other', 2),
          { ...personOf(prefix, 'officer', 3), roles: ['exams-officer'] },
          { ...personOf(prefix, 'auditor', 4), roles: ['auditor'] },
          { ...personOf(prefix, 'it', 5), roles: ['it-administrator'] },
          { ...personOf(prefix, 'owner', 6), roles: ['owner'] },
        ],
        schedules: [],
        settings: { OfficeSecondStep: 'off', ...settings },
      },
    })
    officer = await openOffice(server, orgId, 'officer')
    accommodationID = await addAccommodation(officer)
  }
  beforeEach(() => arranged())

  type Given = { readonly name?: string; readonly keepUntil?: string; readonly id?: string; readonly userID?: number }
  const tryAdd = (bytes: Uint8Array, { name = 'letter.pdf', keepUntil, id, userID = 1 }: Given = {}, one = officer) =>
    one.tryIt(calls.officeAddAccommodationDocument, {
      body: {
        ...{ userID, accommodationID, documentId: id ?? randomUUID(), fileName: name },
        ...(keepUntil !== undefined && { keepUntil }),
      },
      file: new Blob([bytes.slice()]),
    })
  const add = async (bytes = pdf, given: Given = {}) => {
    const answer = await tryAdd(bytes, given)
    return calls.officeAddAccommodationDocument.reply.parse(JSON.parse(answer.text)).document
  }
  const list = (one = officer) => one.doIt(calls.officeAccommodationDocuments, { query: { userID: 1 } })
  const tryOpen = ({ documentID }: Pick<AccommodationDocument, 'documentID'>, one = officer, userID = 1) =>
    one.tryIt(calls.officeOpenAccommodationDocument, { body: { userID, documentID } }, { readAs: 'latin1' })
  const remove = ({ documentID }: Pick<AccommodationDocument, 'documentID'>, one = officer) =>
    one.tryIt(calls.officeRemoveAccommodationDocument, { body: { userID: 1, documentID } })
  const context = () => ({ database: server.db, clock, exams: createExamCache(server.db, clock.nowMs) })
  const bytesKept = async () =>
    (
      await server.db.kysely
        .selectFrom('accommodation_document_bytes')
        .select('document_id')
        .where('org_id', '=', orgId)
        .execute()
    ).length

  test('come back byte for byte, to be saved and never shown; who opened them and when is listed, and in the log without a name', async () => {
    const document = await add(pdf, { name: 'Letter of Dr Vane.html' })
    expect(document).toMatchObject({ name: 'Letter of Dr Vane.html', kind: 'pdf', bytes: pdf.length, addedBy: 'Ada Wood' })
    expect(document).toMatchObject({ opened: [], openedCount: 0 })
    const opened = await tryOpen(document)
    expect([opened.status, Buffer.from(opened.text, 'latin1').equals(Buffer.from(pdf))]).toEqual([200, true])
    expect(opened.headers.get('content-type')).toBe('application/octet-stream')
    expect(opened.headers.get('content-disposition')).toMatch(/^attachment; filename="Letter_of_Dr_Vane.html.pdf";/)
    expect(opened.headers.get('x-content-type-options')).toBe('nosniff')
    expect(opened.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    pass(60_000)
    await tryOpen(document, await openOffice(server, orgId, 'owner'))
    const [shown] = (await list()).documents
    expect(shown?.openedCount).toBe(2)
    expect(shown?.opened.map(({ at }) => Date.parse(at))).toEqual([clock.nowMs(), clock.nowMs() - 60_000])
    await vi.waitFor(async () => {
      const [event] = await selectEvents(server.db, { orgId, kind: 'document-opened', most: 1 })
      expect(event?.content).toContain(document.documentID)
      expect(event?.content).not.toContain('Vane')
    }, 10_000)
  })

  test('a document is saved under a name whose ending fits its own bytes, regardless of its original name', async () => {
    const polyglot = Uint8Array.from([...html, ...pdf])
    const named = async (bytes: typeof pdf, name: string) => {
      const opened = await tryOpen(await add(bytes, { name }))
      return /filename="([^"]*)"/.exec(opened.headers.get('content-disposition') ?? '')?.[1]
    }
    expect(await named(polyglot, 'letter.html')).toBe('letter.html.pdf')
    expect(await named(polyglot, 'letter.PDF')).toBe('letter.PDF')
    expect(await named(png, 'scan.svg')).toBe('scan.svg.png')
    expect(await named(png, 'scan.png')).toBe('scan.png')
    expect(await named(pdf, 'letter')).toBe('letter.pdf')
  })

  test('are PDFs and pictures by their own bytes, no larger and no more of them than they may be', async () => {
    expect((await add(png, { name: 'scan' })).kind).toBe('picture')
    for (const [bytes, name] of [
      [html, 'letter.pdf'],
      [html, 'letter.html'],
      [new Uint8Array(), 'letter.pdf'],
      [new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'picture.svg'],
    ] as const)
      expect([name, refusalIn(await tryAdd(bytes, { name })).code]).toEqual([name, 'INVALID_FILE'])
    expect((await tryAdd(Buffer.concat([pdf, Buffer.alloc(largestDocumentBytes)]))).status).toBe(413)
    expect(refusalIn(await tryAdd(pdf, { keepUntil: '2026-02-30' })).code).toBe('INVALID_REQUEST')
    expect(refusalIn(await tryAdd(pdf, { name: ' ' })).code).toBe('INVALID_REQUEST')
    for (let more = 1; more < mostDocuments; more += 1) await add()
    expect(refusalIn(await tryAdd(pdf)).code).toBe('TOO_MANY_FILES')
    expect(await bytesKept()).toBe(mostDocuments)
  })

  test('that are sent twice are there once, and the id of one is nobody else’s', async () => {
    const id = randomUUID()
    const document = await add(pdf, { id })
    expect(await add(pdf, { id })).toEqual(document)
    expect((await list()).documents).toHaveLength(1)
    const theirs = accommodationID
    accommodationID = await addAccommodation(officer, 2)
    expect(refusalIn(await tryAdd(pdf, { id, userID: 2 })).code).toBe('INVALID_REQUEST')
    expect((await tryOpen(document, officer, 2)).status).toBe(404)
    accommodationID = theirs
    expect(refusalIn(await tryAdd(pdf, { userID: 2 })).code).toBe('NOT_FOUND')
  })

  test('are for those alone who have the permission, in their own organisation, and nobody adds some about themselves', async () => {
    const document = await add()
    for (const name of ['auditor', 'it']) {
      const one = await openOffice(server, orgId, name)
      const asked = await one.tryIt(calls.officeAccommodationDocuments, { query: { userID: 1 } })
      expect([name, asked.status, (await tryOpen(document, one)).status]).toEqual([name, 403, 403])
      expect([(await tryAdd(pdf, {}, one)).status, (await remove(document, one)).status]).toEqual([403, 403])
      if (name === 'it') continue
      const seen = await one.tryIt(calls.officeAccommodations, { query: { userID: 1 } })
      expect(seen.text).not.toContain('letter.pdf')
    }
    expect(refusalIn(await tryAdd(pdf, { userID: 3 })).code).toBe('NOT_ALLOWED')
    await arranged()
    expect((await tryOpen(document)).status).toBe(404)
    expect((await remove(document)).status).toBe(404)
  })

  test('that were removed leave no name and no byte; that they were there, and who opened them, stays listed', async () => {
    const document = await add()
    await tryOpen(document)
    expect((await remove(document)).status).toBe(200)
    expect((await remove(document)).status).toBe(200)
    const [shown] = (await list()).documents
    expect(shown).toMatchObject({ removed: { because: 'staff', by: 'Ada Wood' }, openedCount: 1 })
    expect(shown?.name).toBeUndefined()
    expect([await bytesKept(), (await tryOpen(document)).status]).toEqual([0, 404])
  })

  test('go on their last day or by the rule of the organisation, each reported; others stay', async () => {
    await arranged({ KeepDocumentsDays: '30' })
    expect((await list()).keptDays).toBe(30)
    const dayAfter = (days: number) => new Date(clock.nowMs() + days * 86_400_000).toISOString().slice(0, 10)
    const own = await add(pdf, { keepUntil: dayAfter(3) })
    const later = await add(pdf, { keepUntil: dayAfter(400) })
    const plain = await add()
    const noted: SecurityEvent[] = []
    const securityLog = {
      note: (event: SecurityEvent) => void noted.push(event),
      ...{ settled: async () => {}, stop: async () => {} },
    }
    const forget = () => forgetDocuments({ database: server.db, clock, securityLog })
    await forget()
    expect(await bytesKept()).toBe(3)
    pass(5 * 86_400_000)
    await forget()
    const removed = async () =>
      (await list(await openOffice(server, orgId, 'officer'))).documents
        .filter((one) => one.removed?.because === 'retention')
        .map(({ documentID }) => documentID)
    expect(await removed()).toEqual([own.documentID])
    pass(26 * 86_400_000)
    await forget()
    await forget()
    expect((await removed()).toSorted()).toEqual([own.documentID, plain.documentID].toSorted())
    expect((await removed()).includes(later.documentID)).toBe(false)
    const ours = noted.filter((event) => event.orgId === orgId)
    expect(ours.map(({ kind, what, target }) => [kind, what, target?.document])).toEqual([
      ['document-removed', 'retention', own.documentID],
      ['document-removed', 'retention', plain.documentID],
    ])
  })

  test('are in what is exported of their person, and go with all that is known of them', async () => {
    const document = await add(pdf, { name: 'letter.pdf' })
    await tryOpen(document)
    const person = { org_id: orgId, user_guid: `${prefix}-learner` }
    const exported = await personDocument(context(), person, clock.nowMs())
    const files = []
    for await (const { name, kind, bytes } of filesOfPerson(server.db, person, exported)) {
      const parts = []
      for await (const part of bytes) parts.push(part)
      files.push([name, kind, Buffer.concat(parts).equals(Buffer.from(pdf))])
    }
    expect(files).toEqual([['document-1.pdf', 'document', true]])
    const owner = await openOffice(server, orgId, 'owner')
    pass(60_000)
    const archive = await owner.tryIt(calls.officeExportPerson, { body: { userID: 1 } }, { readAs: 'latin1' })
    expect([archive.status, archive.text.includes('document-1.pdf')]).toEqual([200, true])
    const [listed] = (await list()).documents
    expect(listed?.opened.map(({ at }) => Date.parse(at))).toEqual([clock.nowMs(), clock.nowMs() - 60_000])
    const erasure = await owner.doIt(calls.officePreviewErasure, { body: { userID: 1 } })
    expect(erasure.erased).toContainEqual({ what: 'accommodation-documents', count: 1 })
    await owner.doIt(calls.officeErasePerson, {
      body: { userID: 1, hash: erasure.hash, name: 'Ada Wood', reason: 'asked for it' },
    })
    for (const table of ['accommodation_document', 'accommodation_document_bytes', 'accommodation_document_opening'] as const)
      expect(await server.db.kysely.selectFrom(table).selectAll().where('org_id', '=', orgId).execute()).toEqual([])
  })
})
