import type { Kysely } from 'kysely'
import type { Schema, ScoAttemptTable } from '../db/schema.ts'
import type { Keys } from '../keys.ts'
import { contentOf } from './course-content.ts'
import { type HeldCourse, type Owner, selectCourses, selectScoOfOwner } from './queries.ts'

/** That a SCO was opened by its learner: what a database that was set back may have forgotten. */
export interface ScoOpening extends Owner {
  readonly scoAttemptGuid: string
  /** Which course and SCO it was, should the attempt itself be forgotten and the course be given again. */
  readonly courseGuid: string
  readonly identifier: string
  /** From which its page numbers its saves on. */
  readonly number: number
  readonly openedAtMs: number
}

const purpose = 'sco opening'

/**
 * Writes an opening down for its page, which hands it back with each save and can neither read nor change it. `home` is its
 * organisation's.
 */
export const sealOpening = (keys: Keys, home: string, opening: ScoOpening): string =>
  keys.seal(JSON.stringify([purpose, opening, home]))

/** The opening of this learner that a page hands back; undefined if it is none of ours or theirs. */
export const readOpening = (
  { keys, home }: { readonly keys: Keys; readonly home: string },
  { orgId, userGuid }: Owner,
  sealed: string | undefined,
): ScoOpening | undefined => {
  const text = sealed === undefined ? undefined : keys.open(sealed)
  if (text === undefined) return undefined
  // Boundary: sealed here; the first of the three says what it is for.
  const [what, opening, of] = JSON.parse(text) as [string, ScoOpening, string]
  return what === purpose && of === home && opening.orgId === orgId && opening.userGuid === userGuid ? opening : undefined
}

const positionIn = ({ course, scos }: HeldCourse, { identifier }: Pick<ScoOpening, 'identifier'>) => {
  const { scos: authored } = contentOf(course)
  return scos.find(({ position }) => authored[position]?.identifier === identifier)
}

/** What is known of a SCO attempt beside its number, which may have been given to another one. */
type NamedSco = Pick<ScoOpening, 'scoAttemptGuid' | 'courseGuid' | 'identifier'>

/**
 * Where a save belongs: to the SCO attempt that its address names. Where the database has forgotten the attempt that was opened, or has
 * given its number to another one since, to the same SCO of the course that the learner has been given again, if there is one.
 */
export const placeOfSave = async (
  kysely: Kysely<Schema>,
  owner: Owner,
  scoAttemptId: number,
  opening: NamedSco | undefined,
): Promise<{ readonly courseAttemptGuid: string; readonly scoAttemptId: number } | undefined> => {
  const named = await selectScoOfOwner(kysely, owner, scoAttemptId)
  if (named && (opening === undefined || named.sco_attempt_guid === opening.scoAttemptGuid))
    return { courseAttemptGuid: named.course_attempt_guid, scoAttemptId }
  return opening && placeOfSco(kysely, owner, opening)
}

/** The attempt of a SCO of the learner's, or the one at the same SCO of the course that they have been given again. */
export const placeOfSco = async (kysely: Kysely<Schema>, owner: Owner, named: NamedSco) => {
  const held = await selectCourses(kysely, owner)
  const isIt = ({ sco_attempt_guid }: ScoAttemptTable) => sco_attempt_guid === named.scoAttemptGuid
  const anew =
    held.find(({ scos }) => scos.some(isIt)) ?? held.findLast(({ course }) => course.course_guid === named.courseGuid)
  const sco = anew && (anew.scos.find(isIt) ?? positionIn(anew, named))
  return sco && { courseAttemptGuid: sco.course_attempt_guid, scoAttemptId: sco.sco_attempt_id }
}
