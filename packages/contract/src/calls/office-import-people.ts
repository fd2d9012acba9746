import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid } from '../entities/fields.ts'
import {
  dateOrders,
  largestPeopleFileBytes,
  peopleFields,
  peopleFile,
  peopleRow,
  peopleTotals,
} from '../entities/people-import.ts'

/** Bytes of a request with a file in base64. */
const largestBodyBytes = Math.ceil(largestPeopleFileBytes / 3) * 4 + 64 * 1024

/** The result of an import. Times are ISO 8601. */
const peopleImport = z.object({
  id: guid,
  fileName: z.string(),
  at: z.string(),
  /** The name of the person who ran it. */
  by: z.string(),
  totals: peopleTotals,
  /** Every row has been stored. Otherwise the server stopped meanwhile: the same file can be imported again. */
  isComplete: z.boolean(),
  /** Until when it can be undone; missing if it was undone or the time is over. */
  undoUntil: z.optional(z.string()),
  undoneAt: z.optional(z.string()),
})
export type PeopleImport = z.infer<typeof peopleImport>

/**
 * Reads a file of people and returns the outcome for each row. Nothing is stored. INVALID_FILE: it is not a table; `details`
 * names the row.
 */
export const officePreviewPeopleImport = defineCall({
  name: 'officePreviewPeopleImport',
  summary: 'Preview an import of people',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/people/import/preview',
  access: { permission: 'people.import', scope: 'organisation' },
  office: 'named',
  largestBodyBytes,
  body: peopleFile,
  reply: z.object({
    /** A label of the Encoding Standard, such as `utf-8` or `windows-1252`. */
    encoding: z.string(),
    /** Set if the encoding was guessed: a piece of the file by which a person can judge. */
    doubtfulSample: z.optional(z.string()),
    delimiter: z.string(),
    columns: z.array(
      z.object({
        name: z.string(),
        holds: z.nullable(z.enum(peopleFields)),
        /** The first cells that have any text. */
        samples: z.array(z.string()),
      }),
    ),
    dateOrder: z.enum(dateOrders),
    /** Some date reads differently in the other order. */
    isDateOrderOpen: z.boolean(),
    /** Why the columns can't be imported as they are chosen; then there are no rows. */
    wrongColumns: z.optional(z.enum(['twice', 'nobody'])),
    totals: peopleTotals,
    rows: z.array(peopleRow),
    /** Names this result: an import that names it does just this, or nothing. */
    hash: z.string(),
  }),
  refusals: ['INVALID_FILE'],
})

/**
 * Imports a file of people as its preview has shown. CHANGED_MEANWHILE: it would do something else by now; nothing is imported. The same preview
 * again returns the same import.
 */
export const officeImportPeople = defineCall({
  name: 'officeImportPeople',
  summary: 'Import people',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/people/import',
  access: { permission: 'people.import', scope: 'organisation' },
  office: 'named',
  largestBodyBytes,
  body: z.extend(peopleFile, { hash: z.string().check(z.maxLength(100)) }),
  reply: z.object({
    import: peopleImport,
    /** Rows that could not be stored as they were planned: somebody changed the person, or took the user name, in that moment. */
    skipped: z.array(peopleRow),
  }),
  refusals: ['INVALID_FILE', 'CHANGED_MEANWHILE'],
})

/** The last imports of people, the newest first. */
export const officePeopleImports = defineCall({
  name: 'officePeopleImports',
  summary: 'List imports of people',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/people/imports',
  access: { permission: 'people.import', scope: 'organisation' },
  office: 'named',
  reply: z.object({ imports: z.array(peopleImport) }),
  refusals: [],
})

/** Why a row of an import is not undone. */
export const notUndone = [
  /** They have signed in, or have an exam, a course or a role. */
  'in-use',
  /** Somebody changed the person since. */
  'changed-since',
  /** Somebody else signs in by the earlier user name. */
  'name-taken',
  /** The person no longer exists. */
  'gone',
] as const

/**
 * Undoes an import: whom it added is removed unless they were used, whom it changed gets the earlier fields back unless somebody changed them since.
 * Without `apply` nothing is stored: the reply is what would happen, row by row.
 */
export const officeUndoPeopleImport = defineCall({
  name: 'officeUndoPeopleImport',
  summary: 'Undo an import of people',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/people/imports/undo',
  access: { permission: 'people.import', scope: 'organisation' },
  office: 'named',
  body: z.object({ id: guid, apply: z.boolean() }),
  reply: z.object({
    import: peopleImport,
    rows: z.array(
      z.object({
        row: z.number(),
        username: z.string(),
        name: z.string(),
        is: z.enum(['removed', 'reverted', 'kept']),
        /** Why it is kept. */
        why: z.optional(z.enum(notUndone)),
      }),
    ),
  }),
  refusals: ['NOT_FOUND', 'TIME_OVER'],
})
