import { drawingsIn, toSvg } from '@sitwell/question-types/marking'
import { bytesOf, selectFiles } from '../assessment/files/index.ts'
import { type ExamCache, storedAnswer } from '../assessment/form-run/index.ts'
import { releasedBy, type ShownRow } from '../assessment/marks/index.ts'
import { partsOf } from '../assessment/results/index.ts'
import type { Database } from '../db/database.ts'
import type { FormRunTable, MarkTable, PersonTable } from '../db/schema.ts'
import { type Released, withoutUnreleased } from './released-rows.ts'
import { rowsOfPerson } from './rows-of-person.ts'
import { secretColumns, type TableOfPerson } from './tables-of-person.ts'

type Row = Readonly<Record<string, unknown>>
type Rows = ReadonlyMap<TableOfPerson, readonly Row[]>

/** Numbers that are moments, as people read them. */
const isMoment = (column: string, value: unknown): value is number =>
  typeof value === 'number' && /(^at|_at|_from|_to|_until)$/.test(column)

/** A row for its person: without secrets, moments as ISO 8601, what is JSON as such. */
const shownRow = (row: Row) =>
  Object.fromEntries(
    Object.entries(row).flatMap(([column, value]): [string, unknown][] => {
      if (secretColumns.has(column) || value instanceof Uint8Array) return []
      if (isMoment(column, value)) return [[column, new Date(value).toISOString()]]
      if (typeof value === 'string' && /^[[{]/.test(value)) {
        try {
          return [[column, JSON.parse(value)]]
        } catch {
          // A text that begins like one.
        }
      }
      return [[column, value]]
    }),
  )

interface Reading {
  readonly database: Database
  readonly exams: ExamCache
}

/** What the person is shown of a sitting: marks as they stand, or the row of a result set; otherwise nothing. */
interface Shown {
  readonly marks: boolean
  readonly row: ShownRow | undefined
}

/** That marks were given after a set was computed: it doesn't have them, and the person isn't shown them. */
const isMarkedSince = (row: ShownRow, rows: Rows): boolean =>
  (rows.get('mark_entry') ?? []).some(
    ({ form_run_guid, at }) => form_run_guid === row.form_run_guid && Number(at) > row.computed_at,
  )

/**
 * What the person is shown of the marks of a sitting: they are released and were told, the exam shows marks, and none waits for a person. Of a sitting that is shown by a result set the
 * row of the set, and its marks too unless some were given since. An export tells nothing that the result doesn't, and doesn't freeze answers as the first look at a result does.
 */
const shownOf = async (
  { database, exams }: Reading,
  run: FormRunTable,
  marks: readonly MarkTable[],
  rows: Rows,
): Promise<Shown> => {
  const nothing = { marks: false, row: undefined }
  if (run.completed_at === null || run.marks_told_at === null) return nothing
  const loaded = await exams.load(run)
  const released = loaded && partsOf(loaded.exam).marks ? await releasedBy(database, run, loaded.exam) : 'closed'
  if (released === 'closed') return nothing
  if (released !== 'open') return { marks: !isMarkedSince(released, rows), row: released }
  return { marks: marks.every(({ needs_person }) => needs_person === 0), row: undefined }
}

/** The sittings whose marks are left out of an export, and the rows of result sets that are in it. */
const releasedIn = async (reading: Reading, rows: Rows): Promise<Released> => {
  // Boundary: rows of these tables, read by their names.
  const runs = (rows.get('form_run') ?? []) as unknown as readonly FormRunTable[]
  const marks = (rows.get('mark') ?? []) as unknown as readonly MarkTable[]
  const given = new Set((rows.get('mark_entry') ?? []).map(({ form_run_guid }) => form_run_guid))
  const inSets = new Set((rows.get('result_row') ?? []).map(({ form_run_guid }) => form_run_guid))
  const withheld = new Set<string>()
  const shownRows: ShownRow[] = []
  for (const run of runs) {
    const own = marks.filter(({ form_run_guid }) => form_run_guid === run.form_run_guid)
    const isMarked = own.length > 0 || given.has(run.form_run_guid) || inSets.has(run.form_run_guid)
    if (!isMarked) continue
    const shown = await shownOf(reading, run, own, rows)
    if (shown.row) shownRows.push(shown.row)
    if (!shown.marks) withheld.add(run.form_run_guid)
  }
  return { withheld, shownRows }
}

/** All that is known of a person, for the person. */
export interface PersonDocument {
  /** `person.json`. */
  readonly text: string
  /** How many rows are in it. */
  readonly count: number
  readonly rows: Rows
}

/** Reads all that is known of a person: every row that is about them, without secrets, and without marks that they weren't shown. */
export const personDocument = async (
  reading: Reading,
  person: Pick<PersonTable, 'org_id' | 'user_guid'>,
  nowMs: number,
): Promise<PersonDocument> => {
  const rows = await rowsOfPerson(reading.database, person)
  const released = await releasedIn(reading, rows)
  const { withheld } = released
  const shown = [...withoutUnreleased(rows, released)].map(([table, some]) => [table, some.map(shownRow)] as const)
  const whole = {
    ...{ format: 'sitwell-person', formatVersion: 1, writtenAt: new Date(nowMs).toISOString() },
    // Whoever reads it sees that there are marks, and why they aren't here.
    ...(withheld.size > 0 && { marksNotShownYet: [...withheld] }),
    tables: Object.fromEntries(shown),
  }
  const count = shown.reduce((sum, [, some]) => sum + some.length, 0)
  return { text: `${JSON.stringify(whole, null, 2)}\n`, count, rows }
}

/** A file of an export beside `person.json`. */
export interface PersonFile {
  readonly name: string
  readonly kind: 'file' | 'drawing' | 'document'
  readonly bytes: AsyncIterable<Uint8Array>
}

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function* one(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

/** The ending of a document name: never one for content that a browser would run, regardless of its original name. */
const endingOf = (row: Readonly<Record<string, unknown>> | undefined): string => {
  if (row?.kind === 'pdf') return '.pdf'
  return /\.(?:gif|hei[cf]|jpe?g|png|tiff?|webp)$/i.exec(String(row?.file_name ?? ''))?.[0] ?? ''
}

/** The documents behind the accommodations of a person that are still there. */
function* documentsOf(rows: Rows): Generator<PersonFile> {
  const known = new Map((rows.get('accommodation_document') ?? []).map((row) => [row.document_id, row]))
  let written = 0
  for (const { document_id, content } of rows.get('accommodation_document_bytes') ?? []) {
    if (!(content instanceof Uint8Array)) continue
    written += 1
    yield { name: `document-${written}${endingOf(known.get(document_id))}`, kind: 'document', bytes: whole(content) }
  }
}

/** The files that a person uploaded, the documents behind their accommodations, and each drawing of the answers that stand as a picture of its own, beside the answer that holds it. */
export async function* filesOfPerson(
  database: Database,
  { org_id: orgId }: Pick<PersonTable, 'org_id'>,
  { rows }: Pick<PersonDocument, 'rows'>,
): AsyncGenerator<PersonFile> {
  let written = 0
  for (const { form_run_guid } of rows.get('form_run') ?? [])
    for (const file of await selectFiles(database, { orgId, formRunGuid: String(form_run_guid) })) {
      if (file.deleted_at !== null || file.scan === 'infected') continue
      written += 1
      const ending = /\.[A-Za-z0-9]{1,10}$/.exec(file.file_name)?.[0] ?? ''
      const name = `file-${written}-${file.file_guid.replace(/[^\w-]/g, '_')}${ending}`
      yield { name, kind: 'file', bytes: bytesOf(database, file) }
    }
  yield* documentsOf(rows)
  let drawn = 0
  for (const { question_id, answer } of rows.get('answer') ?? [])
    for (const { field, drawing } of drawingsIn(storedAnswer(String(answer))?.answerText ?? '')) {
      drawn += 1
      const name = `drawing-${drawn}-${String(question_id).replace(/[^\w-]/g, '_')}.svg`
      yield { name, kind: 'drawing', bytes: one(toSvg(drawing, { name: drawing.said || field })) }
    }
}
