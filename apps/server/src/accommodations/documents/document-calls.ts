import { Readable } from 'node:stream'
import {
  type InputOf,
  largestDocumentBytes,
  mostDocuments,
  officeAccommodationDocuments,
  officeAddAccommodationDocument,
  officeOpenAccommodationDocument,
  officeRemoveAccommodationDocument,
} from '@sitwell/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { AccommodationDocumentTable, Schema } from '../../db/schema.ts'
import type { Caller } from '../../http/caller.ts'
import type { FilePart } from '../../http/multipart.ts'
import { refuse } from '../../http/refusal.ts'
import { type SentFile, sendFile } from '../../http/sent-file.ts'
import { route } from '../../http/service.ts'
import { findPerson, nobody } from '../../office/people/found-person.ts'
import { otherRequest } from '../../office/places/names.ts'
import { mayDo } from '../../roles/may.ts'
import { erasedSearchName } from '../../search-name.ts'
import { holdPersonRow } from '../../security/people/write-person.ts'
import type { AccommodationsContext } from '../accommodations-context.ts'
import { clean, isDay } from '../read-accommodation.ts'
import { newestOf } from '../write-version.ts'
import {
  countOfAccommodation,
  insertDocument,
  insertOpening,
  isIdTaken,
  removeDocuments,
  selectBytes,
  selectDocument,
  type Whom,
} from './document-queries.ts'
import { documentState, documentStates } from './document-state.ts'
import { keptDays } from './kept-days.ts'
import { isKeptLongEnough } from './kept-until.ts'
import { documentKindOf, readBytes, savedNameOf } from './read-document.ts'

type Context = Pick<AccommodationsContext, 'clock' | 'database' | 'securityLog'>

const none = refuse('NOT_FOUND', 'This person has no such document.')
const noAccommodation = refuse('NOT_FOUND', 'This person has no such accommodation.')
const forThemselves = refuse('NOT_ALLOWED', 'Nobody adds or removes documents about themselves.')
const tooLarge = refuse('BODY_TOO_LARGE', `A document has ${largestDocumentBytes} bytes at most.`)
const tooMany = refuse('TOO_MANY_FILES', `An accommodation has ${mostDocuments} documents at most.`)
const otherKind = refuse('INVALID_FILE', 'A document is a PDF or a picture.')

/** The documents of a person. */
export const officeAccommodationDocumentsRoute = (context: Context) =>
  route(officeAccommodationDocuments, async ({ caller, query }) => {
    const { database, clock } = context
    const found = await findPerson(context, caller, query.userID)
    if (!found.ok) return found
    const nowMs = clock.nowMs()
    const days = await keptDays(database, caller.orgId)
    return {
      ok: true,
      value: {
        documents: await documentStates(database, found.person),
        mayWrite: !found.isSelf && mayDo(found.actor, 'accommodations.documents', found.place, nowMs),
        ...(days !== undefined && { keptDays: days }),
        asOf: new Date(nowMs).toISOString(),
      },
    }
  })

/** Who did what to which document, as the security log has it: with no name of it. */
const note = (
  { securityLog }: Context,
  kind: 'document-added' | 'document-opened' | 'document-removed',
  {
    org_id: orgId,
    user_guid: userGuid,
    document_id,
    accommodation_id,
  }: Whom & {
    readonly document_id: string
    readonly accommodation_id: string
  },
  { caller, address }: { readonly caller: Caller; readonly address: string },
) => {
  const target = { document: document_id, accommodation: accommodation_id }
  securityLog.note({ kind, orgId, userGuid, author: caller.userGuid, address, target })
}

/** Holds the person of a document until the transaction ends: whoever erases them waits, and takes away what was written. */
const isHere = async (transaction: Kysely<Schema>, whom: Whom): Promise<boolean> => {
  const person = await holdPersonRow(transaction, whom)
  return person !== undefined && person.search_name !== erasedSearchName
}

type Added = InputOf<typeof officeAddAccommodationDocument>['body']

/** What is wrong with a document before it is read, field by field. */
const problemsOf = ({ fileName, keepUntil }: Pick<Added, 'fileName' | 'keepUntil'>, nowMs: number) => [
  ...(clean(fileName) === '' ? [{ path: 'body.fileName', message: 'empty' }] : []),
  ...(keepUntil !== undefined && !isDay(keepUntil) ? [{ path: 'body.keepUntil', message: 'no day' }] : []),
  // It would be removed at once, and for good.
  ...(keepUntil !== undefined &&
  isDay(keepUntil) &&
  isKeptLongEnough({ keep_until: keepUntil, added_at: nowMs }, undefined, nowMs)
    ? [{ path: 'body.keepUntil', message: 'over' }]
    : []),
]

/** The file of a request, read and looked at; a refusal if it can't be a document. */
const readDocument = async (file: FilePart) => {
  if (file.leastSize > largestDocumentBytes) {
    file.letGo()
    return tooLarge
  }
  const content = await readBytes(file.bytes)
  if (!content || file.isTruncated()) return tooLarge
  const kind = await documentKindOf(content)
  return kind ? { ok: true as const, content, kind } : otherKind
}

/** Stores a document within a transaction; the same request again finds it there. */
const storeDocument = async (transaction: Kysely<Schema>, row: AccommodationDocumentTable, content: Uint8Array) => {
  if (!(await isHere(transaction, row))) return nobody
  const there = await selectDocument(transaction, row, row.document_id)
  const isSame = there?.added_by === row.added_by && there.accommodation_id === row.accommodation_id
  if (there) return isSame ? 'same' : otherRequest
  if (await isIdTaken(transaction, row.org_id, row.document_id)) return otherRequest
  const accommodation = await newestOf(transaction, row, row.accommodation_id)
  if (accommodation?.user_guid !== row.user_guid) return noAccommodation
  if ((await countOfAccommodation(transaction, row, row.accommodation_id)) >= mostDocuments) return tooMany
  await insertDocument(transaction, row, content)
  return 'written'
}

/** Who may add this, and to whom; a refusal otherwise. */
const findToAdd = async (
  context: Context,
  caller: Caller,
  body: Pick<Added, 'fileName' | 'keepUntil'> & { userID: number },
) => {
  const found = await findPerson(context, caller, body.userID)
  if (!found.ok) return found
  if (found.isSelf) return forThemselves
  const details = problemsOf(body, context.clock.nowMs())
  return details.length > 0 ? refuse('INVALID_REQUEST', 'The document can not be taken like this.', { details }) : found
}

/** Adds a document to an accommodation of somebody else. */
export const officeAddAccommodationDocumentRoute = (context: Context) =>
  route(officeAddAccommodationDocument, async ({ caller, body, file, request }) => {
    const { database, clock } = context
    const found = await findToAdd(context, caller, body)
    if (!found.ok) {
      file.letGo()
      return found
    }
    const read = await readDocument(file)
    if (!read.ok) return read
    const { content, kind } = read
    const { org_id, user_guid } = found.person
    const row = {
      ...{ org_id, user_guid, document_id: body.documentId, accommodation_id: body.accommodationID, kind },
      ...{ file_name: clean(body.fileName), file_size: content.length, keep_until: body.keepUntil ?? null },
      ...{ added_by: caller.userGuid, added_at: clock.nowMs(), removed_at: null, removed_by: null },
    }
    const written = await database.kysely.transaction().execute((transaction) => storeDocument(transaction, row, content))
    if (typeof written === 'object') return written
    if (written === 'written') note(context, 'document-added', row, { caller, address: request.ip })
    const document = await documentState(database, row, body.documentId)
    return document ? { ok: true, value: { document } } : none
  })

/** Gives out a document, once it is written that it was opened. */
export const officeOpenAccommodationDocumentRoute = (context: Context) =>
  route(
    officeOpenAccommodationDocument,
    async ({ caller, body, request }) => {
      const { database, clock } = context
      const found = await findPerson(context, caller, body.userID)
      if (!found.ok) return found
      const whom = found.person
      const opened = await database.kysely.transaction().execute(async (transaction) => {
        if (!(await isHere(transaction, whom))) return undefined
        const row = await selectDocument(transaction, whom, body.documentID)
        const content = row && (await selectBytes(transaction, whom, body.documentID))
        if (!row || !content) return undefined
        await insertOpening(transaction, row, { opened_by: caller.userGuid, opened_at: clock.nowMs() })
        return { row, content }
      })
      if (!opened) return none
      const { row, content } = opened
      note(context, 'document-opened', row, { caller, address: request.ip })
      const bytes = Buffer.from(content)
      const name = await savedNameOf(row.file_name, bytes)
      return { ok: true, value: { name, size: bytes.length, bytes: Readable.from([bytes]) } satisfies SentFile }
    },
    // What the handler above has made. It is saved and never shown, whatever it is called.
    { send: (reply, value) => sendFile(reply, value as SentFile) },
  )

/** Removes a document; returns it as it was before, undefined if there is none. */
const removeOne = (
  { kysely, dialect }: Pick<Database, 'dialect' | 'kysely'>,
  whom: Whom,
  documentId: string,
  by: { readonly removed_at: number; readonly removed_by: string },
) =>
  kysely.transaction().execute(async (transaction) => {
    if (!(await isHere(transaction, whom))) return undefined
    const row = await selectDocument(transaction, whom, documentId)
    if (row?.removed_at === null) await removeDocuments({ kysely: transaction, dialect }, whom.org_id, [documentId], by)
    return row
  })

/** Removes a document about somebody else. */
export const officeRemoveAccommodationDocumentRoute = (context: Context) =>
  route(officeRemoveAccommodationDocument, async ({ caller, body, request }) => {
    const { database, clock } = context
    const found = await findPerson(context, caller, body.userID)
    if (!found.ok) return found
    if (found.isSelf) return forThemselves
    const whom = found.person
    const by = { removed_at: clock.nowMs(), removed_by: caller.userGuid }
    const removed = await removeOne(database, whom, body.documentID, by)
    if (!removed) return none
    if (removed.removed_at === null) note(context, 'document-removed', removed, { caller, address: request.ip })
    const document = await documentState(database, whom, body.documentID)
    return document ? { ok: true, value: { document } } : none
  })
