import * as z from 'zod'
import type { Database } from '../../db/database.ts'
import { type AuthoredExam, authoredExam } from '../../import/authored-exam.ts'
import type { PackageResource } from '../../import/imported-package.ts'
import { editedContent } from '../../mark-schemes/exam-with-schemes.ts'

/** An exam as it is stored, with the files that it brought. */
export interface StoredPackage {
  readonly exam: AuthoredExam
  readonly resources: readonly PackageResource[]
}

interface Wanted {
  readonly orgId: number
  readonly examGuid: string
  /** The newest if it isn't said. */
  readonly version: number | undefined
}

/** An exam of an organisation, by its newest version. */
export interface StoredExam {
  readonly examGuid: string
  readonly version: number
  readonly name: string
}

/** Of an exam that is only listed its name alone is read: one that an older version stored need not fit for it. */
const named = z.object({ name: z.string() })

/** The exams of an organisation, each by its newest version, by name. */
export const selectStoredExams = async ({ kysely }: Database, orgId: number): Promise<StoredExam[]> => {
  const rows = await kysely
    .selectFrom('exam')
    .select(['exam_guid', 'version', 'content'])
    .where('org_id', '=', orgId)
    .where('version', '=', (newest) =>
      newest
        .selectFrom('exam as other')
        .select((select) => select.fn.max('other.version').as('version'))
        .whereRef('other.org_id', '=', 'exam.org_id')
        .whereRef('other.exam_guid', '=', 'exam.exam_guid'),
    )
    .execute()
  return rows
    .map((row) => ({ examGuid: row.exam_guid, version: row.version, name: named.parse(JSON.parse(row.content)).name }))
    .sort((one, other) => one.name.localeCompare(other.name))
}

/** Reads an exam of an organisation with its newest mark schemes and its files; undefined if it has none of that name and version. */
export const selectStored = async (
  { kysely }: Database,
  { orgId, examGuid, version }: Wanted,
): Promise<StoredPackage | undefined> => {
  const row = await kysely
    .selectFrom('exam')
    .select(['content', 'version'])
    .where('org_id', '=', orgId)
    .where('exam_guid', '=', examGuid)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const place = { org_id: orgId, exam_guid: examGuid, version: row.version }
  const files = await kysely
    .selectFrom('exam_resource')
    .select(['path', 'media_type', 'size'])
    .where((where) => where.and(place))
    .orderBy('path')
    .execute()
  const resources: PackageResource[] = []
  for (const { path, media_type, size } of files) {
    const chunks = await kysely
      .selectFrom('exam_resource_chunk')
      .select('bytes')
      .where((where) => where.and({ ...place, path }))
      .orderBy('number')
      .execute()
    const bytes = Buffer.concat(chunks.map((one) => one.bytes))
    if (bytes.length !== Number(size)) throw new Error(`The file ${path} of the exam has ${bytes.length} of its ${size} bytes.`)
    resources.push({ path, mediaType: media_type, bytes })
  }
  const content = (await editedContent(kysely, place, row.content)) ?? row.content
  return { exam: authoredExam.parse(JSON.parse(content)), resources }
}
