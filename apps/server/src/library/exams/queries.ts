import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { ExamPlace } from '../../assessment/form-run/index.ts'
import type { Database } from '../../db/database.ts'
import type { ExamSummaryTable, Schema } from '../../db/schema.ts'
import { foldedName } from '../../folded-name.ts'
import type { ExamSummary } from './summary.ts'

type Reading = Pick<Database, 'kysely'>

/** Keeps what lists show of an exam that was imported at a moment. */
export const writeSummary = async (
  kysely: Kysely<Schema>,
  of: {
    readonly place: ExamPlace
    readonly summary: ExamSummary
    readonly importedMs: number
    readonly storedBy: string | null
  },
): Promise<void> => {
  const { name, questions, marks, sections, types } = of.summary
  const row = {
    ...{ imported_at: of.importedMs, name, name_folded: foldedName(name), questions, marks, stored_by: of.storedBy },
    ...{ sections: JSON.stringify(sections), types: JSON.stringify(types) },
  }
  await kysely
    .insertInto('exam_summary')
    .values({ ...of.place, ...row })
    .onConflict((conflict) => conflict.columns(['org_id', 'exam_guid', 'version']).doUpdateSet(row))
    .execute()
}

/** Exams of an organisation of which nothing is kept yet, or of another content: a command imported them, or an older server. */
export const selectUnsummed = ({ kysely }: Reading, orgId: number, most: number) =>
  kysely
    .selectFrom('exam')
    .leftJoin('exam_summary', (on) =>
      on
        .onRef('exam_summary.org_id', '=', 'exam.org_id')
        .onRef('exam_summary.exam_guid', '=', 'exam.exam_guid')
        .onRef('exam_summary.version', '=', 'exam.version')
        .onRef('exam_summary.imported_at', '=', 'exam.imported_at'),
    )
    .select(['exam.org_id', 'exam.exam_guid', 'exam.version', 'exam.name'])
    .where('exam.org_id', '=', orgId)
    .where('exam_summary.exam_guid', 'is', null)
    .limit(most)
    .execute()

/** The content of an exam; undefined if it is gone. */
export const selectContent = async ({ kysely }: Reading, place: ExamPlace) =>
  kysely
    .selectFrom('exam')
    .select(['content', 'imported_at', 'name'])
    .where((where) => where.and(place))
    .executeTakeFirst()

/** Where a page begins: behind this exam. */
export interface Behind {
  readonly value: string | number
  readonly examGuid: string
}

export interface WantedExams {
  readonly orgId: number
  /** Folded; each is in the name. */
  readonly words: readonly string[]
  readonly sort: 'name' | 'newest'
}

const escaped = (word: string) => `%${word.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** The newest version of each exam, as far as they are wanted. */
const newestOf = (kysely: Kysely<Schema>, { orgId, words }: WantedExams) => {
  let query = kysely
    .selectFrom('exam_summary')
    .where('exam_summary.org_id', '=', orgId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('exam_summary as newer')
            .select('newer.version')
            .whereRef('newer.org_id', '=', 'exam_summary.org_id')
            .whereRef('newer.exam_guid', '=', 'exam_summary.exam_guid')
            .whereRef('newer.version', '>', 'exam_summary.version'),
        ),
      ),
    )
  for (const word of words) query = query.where(sql<boolean>`exam_summary.name_folded like ${escaped(word)} escape '\\'`)
  return query
}

/** How many exams are wanted in all. */
export const countExams = async ({ kysely }: Reading, wanted: WantedExams): Promise<number> => {
  const row = await newestOf(kysely, wanted)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

const behindOf =
  (sort: WantedExams['sort'], { value, examGuid }: Behind) =>
  (of: ExpressionBuilder<Schema, 'exam_summary'>) =>
    sort === 'name'
      ? of.or([
          of('name_folded', '>', String(value)),
          of.and([of('name_folded', '=', String(value)), of('exam_guid', '>', examGuid)]),
        ])
      : of.or([
          of('imported_at', '<', Number(value)),
          of.and([of('imported_at', '=', Number(value)), of('exam_guid', '>', examGuid)]),
        ])

/** Exams in their order, each by its newest version. */
export const selectExams = (
  { kysely }: Reading,
  wanted: WantedExams,
  { behind, most }: { readonly behind: Behind | undefined; readonly most: number },
) => {
  const all = newestOf(kysely, wanted).select(['exam_guid', 'name', 'name_folded', 'imported_at'])
  const rest = behind ? all.where(behindOf(wanted.sort, behind)) : all
  const sorted = wanted.sort === 'name' ? rest.orderBy('name_folded') : rest.orderBy('imported_at', 'desc')
  return sorted.orderBy('exam_guid').limit(most).execute()
}

/** A version with the name of who stored it. */
export type VersionRow = ExamSummaryTable & {
  readonly user_id: number | null
  readonly first_name: string | null
  readonly last_name: string | null
}

/** All versions of some exams, the newest first. */
export const selectVersions = ({ kysely }: Reading, orgId: number, examGuids: readonly string[]): Promise<VersionRow[]> =>
  examGuids.length === 0
    ? Promise.resolve([])
    : kysely
        .selectFrom('exam_summary')
        .leftJoin('person', (on) =>
          on.onRef('person.org_id', '=', 'exam_summary.org_id').onRef('person.user_guid', '=', 'exam_summary.stored_by'),
        )
        .selectAll('exam_summary')
        .select(['person.user_id', 'person.first_name', 'person.last_name'])
        .where('exam_summary.org_id', '=', orgId)
        .where('exam_summary.exam_guid', 'in', examGuids)
        .orderBy('exam_summary.version', 'desc')
        .execute()

/** How many rows of a place there are; no more than `most` are counted. */
const countUpTo = async (rows: { readonly most: number; readonly select: (limit: number) => Promise<{ count: number }> }) =>
  Number((await rows.select(rows.most + 1)).count)

/** Schedules and sittings of a version, counted as far as `most`, or all of them. */
export const selectUsage = async ({ kysely }: Reading, place: ExamPlace, most: number) => {
  const count = (table: 'schedule' | 'form_run') =>
    countUpTo({
      most,
      select: (limit) =>
        kysely
          .selectFrom(
            kysely
              .selectFrom(table)
              .select('version')
              .where((where) => where.and(place))
              .limit(limit)
              .as('some'),
          )
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow(),
    })
  const [schedules, sittings] = [await count('schedule'), await count('form_run')]
  return {
    schedules: Math.min(schedules, most),
    sittings: Math.min(sittings, most),
    isAtLeast: schedules > most || sittings > most,
  }
}

/** Sittings of a version that are completed. */
export const countCompleted = async ({ kysely }: Reading, place: ExamPlace): Promise<number> => {
  const row = await kysely
    .selectFrom('form_run')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where((where) => where.and(place))
    .where('completed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** How many files a version brought, and their bytes. */
export const selectFileTotals = async ({ kysely }: Reading, place: ExamPlace) => {
  const row = await kysely
    .selectFrom('exam_resource')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('size').as('bytes')])
    .where((where) => where.and(place))
    .executeTakeFirstOrThrow()
  return { count: Number(row.count), bytes: Number(row.bytes ?? 0) }
}
