import { type ExamRow, type ExamVersion, type ExamVersionRow, examSection, officeExam, officeExams } from '@sitwell/contract'
import * as z from 'zod'
import type { Database } from '../../db/database.ts'
import { wordsOf } from '../../folded-name.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import type { LibraryContext } from '../library-context.ts'
import { ensureSummaries } from './ensure-summaries.ts'
import { cursorOf, readCursor } from './exam-cursor.ts'
import {
  countCompleted,
  countExams,
  selectExams,
  selectFileTotals,
  selectUsage,
  selectVersions,
  type VersionRow,
  type WantedExams,
} from './queries.ts'

type ListContext = Pick<LibraryContext, 'database' | 'clock'>

/** Exams of a page unless it is asked for another number. */
const usualLimit = 50
/** Versions that a list shows of each exam. */
const mostVersions = 5
/** Schedules and sittings of a version that a list counts. */
const mostCounted = 1000

const placeOf = ({ org_id, exam_guid, version }: VersionRow) => ({ org_id, exam_guid, version })

/** A person who was erased has no name any more. */
const storedByOf = ({ user_id, first_name, last_name }: VersionRow): Pick<ExamVersionRow, 'storedBy'> =>
  user_id !== null && first_name !== null && last_name !== null && first_name + last_name !== ''
    ? { storedBy: { userID: user_id, firstName: first_name, lastName: last_name } }
    : {}

const versionReply = async (database: Database, row: VersionRow, most: number): Promise<ExamVersionRow> => ({
  version: row.version,
  name: row.name,
  questions: row.questions,
  marks: row.marks,
  storedAt: new Date(row.imported_at).toISOString(),
  ...storedByOf(row),
  usage: await selectUsage(database, placeOf(row), most),
})

type Found = Awaited<ReturnType<typeof selectExams>>[number]

/** Exams of a page with their versions. */
const rowsOf = async (database: Database, orgId: number, page: readonly Found[]): Promise<ExamRow[]> => {
  const guids = page.map(({ exam_guid }) => exam_guid)
  const versions = Map.groupBy(await selectVersions(database, orgId, guids), ({ exam_guid }) => exam_guid)
  const exams: ExamRow[] = []
  for (const { exam_guid: examGuid, name } of page) {
    const all = versions.get(examGuid) ?? []
    const shown: ExamVersionRow[] = []
    for (const row of all.slice(0, mostVersions)) shown.push(await versionReply(database, row, mostCounted))
    exams.push({ examGuid, name, versions: shown, versionCount: all.length })
  }
  return exams
}

/** Where the next page begins. */
const nextOf = (wanted: WantedExams, last: Found | undefined): string | undefined =>
  last && cursorOf(wanted, { value: wanted.sort === 'name' ? last.name_folded : last.imported_at, examGuid: last.exam_guid })

/** Lists exams with their newest versions. */
export const officeExamsRoute = ({ database, clock }: ListContext) =>
  route(officeExams, async ({ caller, query }) => {
    const { orgId } = caller
    const { search = '', sort = 'name', cursor, limit = usualLimit } = query
    const wanted: WantedExams = { orgId, words: wordsOf(search), sort }
    const behind = cursor === undefined ? undefined : readCursor(cursor, wanted)
    if (cursor !== undefined && !behind)
      return refuse('INVALID_REQUEST', 'The cursor is of another list.', {
        details: [{ path: 'query.cursor', message: 'is of another search or order' }],
      })
    await ensureSummaries(database, orgId)
    const asOf = new Date(clock.nowMs()).toISOString()
    const found = await selectExams(database, wanted, { behind, most: limit + 1 })
    const page = found.slice(0, limit)
    const exams = await rowsOf(database, orgId, page)
    const next = found.length > limit ? nextOf(wanted, page.at(-1)) : undefined
    return {
      ok: true,
      value: { exams, ...(next && { next }), ...(!behind && { total: await countExams(database, wanted) }), asOf },
    }
  })

const sectionsIn = z.array(examSection)
const typesIn = z.array(z.object({ type: z.string(), questions: z.number() }))

const fullReply = async (database: Database, row: VersionRow): Promise<ExamVersion> => ({
  ...(await versionReply(database, row, Number.MAX_SAFE_INTEGER - 1)),
  sections: sectionsIn.parse(JSON.parse(row.sections)),
  questionTypes: typesIn.parse(JSON.parse(row.types)),
  files: await selectFileTotals(database, placeOf(row)),
  completed: await countCompleted(database, placeOf(row)),
})

/** One exam with all its versions. */
export const officeExamRoute = ({ database, clock }: ListContext) =>
  route(officeExam, async ({ caller, query }) => {
    await ensureSummaries(database, caller.orgId)
    const asOf = new Date(clock.nowMs()).toISOString()
    const rows = await selectVersions(database, caller.orgId, [query.examGuid])
    const [newest] = rows
    if (!newest) return refuse('NOT_FOUND', 'There is no such exam.')
    const versions: ExamVersion[] = []
    for (const row of rows) versions.push(await fullReply(database, row))
    return { ok: true, value: { examGuid: newest.exam_guid, name: newest.name, versions, asOf } }
  })
