import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { accommodationDocument, largestDocumentBytes } from '../entities/accommodation-documents.ts'
import { guid, queryNumber, text } from '../entities/fields.ts'

const ofOffice = { source: 'ours', base: 'site', office: 'named' } as const
const access = { permission: 'accommodations.documents', scope: ['userID'] } as const
const userID = z.number().check(z.int())

/** The documents behind the accommodations of a person, the newest first, with who opened each. */
export const officeAccommodationDocuments = defineCall({
  ...ofOffice,
  name: 'officeAccommodationDocuments',
  summary: 'List the documents behind the accommodations of a person',
  method: 'GET',
  path: 'office/api/accommodations/documents',
  access,
  query: z.object({ userID: queryNumber }),
  reply: z.object({
    documents: z.array(accommodationDocument),
    /** The caller may add and remove them: nobody does so for themselves. */
    mayWrite: z.boolean(),
    /** Days after which the organisation removes a document without a day of its own; missing if it keeps them. */
    keptDays: z.optional(z.number()),
    /** When this was read, as ISO 8601. */
    asOf: z.string(),
  }),
  refusals: ['NOT_FOUND'],
})

/**
 * Adds a document to an accommodation: a PDF or a picture by its own bytes, of `largestDocumentBytes` at most. `documentId` is a UUID that the page makes up: the same
 * again answers with the document that is there. INVALID_FILE: it is neither. BODY_TOO_LARGE: it is too large. TOO_MANY_FILES: the accommodation has
 * `mostDocuments`.
 */
export const officeAddAccommodationDocument = defineCall({
  ...ofOffice,
  name: 'officeAddAccommodationDocument',
  summary: 'Add a document to an accommodation',
  method: 'POST',
  path: 'office/api/accommodations/documents/add',
  access,
  encoding: 'multipart',
  file: 'document',
  largestBodyBytes: largestDocumentBytes + 64 * 1024,
  body: z.object({
    userID: z.coerce.number<number>().check(z.int()),
    accommodationID: guid,
    documentId: guid,
    fileName: text(255),
    /** The last day on which it is kept, `YYYY-MM-DD`. */
    keepUntil: z.optional(text(10)),
  }),
  reply: z.object({ document: accommodationDocument }),
  refusals: ['NOT_FOUND', 'INVALID_FILE', 'BODY_TOO_LARGE', 'TOO_MANY_FILES'],
})

/** Gives out a document, to be saved: its bytes are the answer. That it was opened, when and by whom is written first, and shown to whoever may see it. */
export const officeOpenAccommodationDocument = defineCall({
  ...ofOffice,
  name: 'officeOpenAccommodationDocument',
  summary: 'Open a document behind an accommodation',
  method: 'POST',
  path: 'office/api/accommodations/documents/open',
  access,
  body: z.object({ userID, documentID: guid }),
  reply: z.unknown(),
  refusals: ['NOT_FOUND'],
})

/** Removes a document for good. That it was there, and who opened it, stays listed. The same again changes nothing. */
export const officeRemoveAccommodationDocument = defineCall({
  ...ofOffice,
  name: 'officeRemoveAccommodationDocument',
  summary: 'Remove a document behind an accommodation',
  method: 'POST',
  path: 'office/api/accommodations/documents/remove',
  access,
  body: z.object({ userID, documentID: guid }),
  reply: z.object({ document: accommodationDocument }),
  refusals: ['NOT_FOUND'],
})
