import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { PackageRefused } from '../import/files/package-files.ts'
import { guidOf } from '../import/files/package-guid.ts'
import type { AuthoredCourse } from '../import/imported-course.ts'
import { plainLine } from '../plain-line.ts'

interface CoursePlace {
  readonly courseGuid: string
  /** Names of courses with the same identifier, none of which is this one. */
  readonly beside: readonly string[]
}

/** Names that people read as the same one. */
const sameName = (one: string, other: string): boolean => plainName(one) === plainName(other)
const plainName = (name: string) => plainLine(name).toLowerCase()

const guidWithName = (identifier: string, name: string) => guidOf('course', identifier, plainName(name))

/** The newest name of each course of an identifier: of the one that came first, and of those that were stored beside it. */
const coursesOf = async (kysely: Kysely<Schema>, orgId: number, identifier: string) => {
  const rows = await kysely
    .selectFrom('course')
    .select(['course_guid', 'name', 'version'])
    .where('org_id', '=', orgId)
    .orderBy('version')
    .orderBy('course_id')
    .execute()
  // The one that came first may have had any name.
  const guids = new Set([guidOf('course', identifier), ...rows.map(({ name }) => guidWithName(identifier, name))])
  return new Map(rows.filter((row) => guids.has(row.course_guid)).map((row) => [row.course_guid, row.name]))
}

/**
 * Where a course is stored: under the guid of the course of which it is the next version, or under its own. The identifier of a package
 * of SCORM doesn't name its course alone: authoring tools write the same one into all that they make. So another name is another course,
 * unless the import names the course that it replaces (decision 127). A course of cmi5 has a name for the whole world.
 */
export const placeOfCourse = async (
  kysely: Kysely<Schema>,
  orgId: number,
  { identifier, name, standard }: Pick<AuthoredCourse, 'identifier' | 'name' | 'standard'>,
  versionOf: string | undefined,
): Promise<CoursePlace> => {
  const first = guidOf('course', identifier)
  if (standard === 'cmi5' && versionOf === undefined) return { courseGuid: first, beside: [] }
  const known = await coursesOf(kysely, orgId, identifier)
  const found = [...known].find(([, one]) => sameName(one, versionOf ?? name))
  if (found) return { courseGuid: found[0], beside: [] }
  if (versionOf !== undefined) {
    const names = [...new Set(known.values())].map((one) => `"${one}"`).join(', ') || 'none'
    throw new PackageRefused('course', `No course with its identifier is called "${versionOf}"; there is ${names}.`)
  }
  if (known.size === 0) return { courseGuid: first, beside: [] }
  return { courseGuid: guidWithName(identifier, name), beside: [...known.values()] }
}
