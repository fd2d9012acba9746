import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, text } from '../entities/fields.ts'
import { exportFormats, exportsOfResults } from '../entities/office-exports.ts'

// As results are read: the permission holds in the organisation, in the delivery's exam, or in the delivery.
const access = { permission: 'results.export', scope: 'places' } as const

/** The results that are meant: of a set, or as they are now. */
const wantedResults = {
  deliveryID: guid,
  set: z.union([z.literal('now'), z.number().check(z.int(), z.positive())]),
}

/**
 * The results of a delivery as a file, whose bytes are the answer. `people`: a row for each person; `questions`: a row for each person with a column for
 * each question; `responses`: a row for each person and question, with what was given. `docs/exports.md` has the columns. INVALID_FILE: a workbook does
 * not hold so much, so that CSV has to be taken. BUSY while others are made.
 */
export const officeExportResults = defineCall({
  name: 'officeExportResults',
  summary: 'Export results',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/results/export',
  access,
  office: 'named',
  body: z.object({
    ...wantedResults,
    what: z.enum(exportsOfResults),
    format: z.enum(exportFormats),
    /** Of the titles of a workbook: a language's tag; the caller's own if it is missing. CSV has the same names in every language. */
    language: z.optional(text(20)),
  }),
  reply: z.unknown(),
  refusals: ['NOT_FOUND', 'INVALID_FILE', 'BUSY'],
})

const mostPeople = 500

const wantedStatements = {
  ...wantedResults,
  /** By their numbers; everybody of the delivery if it is missing. */
  people: z.optional(z.array(z.number().check(z.int())).check(z.minLength(1), z.maxLength(mostPeople))),
}

/** How many statements of results there would be, and who gets none for which reason. Nothing is made yet. */
export const officePreviewStatements = defineCall({
  name: 'officePreviewStatements',
  summary: 'Show whose statements of results there are',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/results/statements/preview',
  access,
  office: 'named',
  body: z.object(wantedStatements),
  reply: z.object({
    statements: z.number(),
    /** The statements come in this many files at most, each of one part. */
    parts: z.number(),
    /** Whether they are previews, because the results are not released. */
    isPreview: z.boolean(),
    /** People without a statement. `undecided`: nobody knows yet what their outcome is; `unmarked`: something of theirs waits for a marker; `erased`: their name is gone. */
    without: z.object({ withheld: z.number(), undecided: z.number(), unmarked: z.number(), erased: z.number() }),
  }),
  refusals: ['NOT_FOUND'],
})

/**
 * Statements of results. The bytes of one PDF are the answer if it is one person's, and else those of a zip archive with a PDF for each person. NOT_FOUND: there is
 * no such delivery, set or part, or nobody in it has a statement. BUSY while others are made.
 */
export const officeStatements = defineCall({
  name: 'officeStatements',
  summary: 'Print statements of results',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/results/statements',
  access,
  office: 'named',
  body: z.object({ ...wantedStatements, part: z.number().check(z.int(), z.positive()) }),
  reply: z.unknown(),
  refusals: ['NOT_FOUND', 'BUSY'],
})
