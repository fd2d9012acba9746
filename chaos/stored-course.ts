import type { Database } from '../apps/server/src/db/database.ts'
import type { CourseAttemptTable } from '../apps/server/src/db/schema.ts'
import type { World } from '../e2e/arrange.ts'
import { statusElement, typedElement } from './course.ts'
import type { Stored, StoredEvent, StoredVersion } from './stored.ts'

type Data = ReadonlyMap<string, string | null>

/** Both written by the server: pairs of an element and its value, null of one that is gone. */
const pairsIn = (json: string) => JSON.parse(json) as [element: string, value: string | null][]

/** What was typed into a lesson, as an answer; a completed one is bookmarked. */
const versionOf = (data: Data, fields: Pick<StoredVersion, 'questionId' | 'sequence' | 'writerId'>): StoredVersion => ({
  ...fields,
  formRunGuid: '',
  answerText: data.get(typedElement) ?? '',
  optionIds: [],
  workings: '',
  bookmarked: data.get(statusElement) === 'completed',
})

type CourseAttempt = Pick<CourseAttemptTable, 'course_attempt_guid' | 'course_guid' | 'started_at' | 'status' | 'ended_at'>

/** An attempt at a course in the words of an exam: it is the form run of these answers. */
export const storedOf = (course: CourseAttempt, answers: StoredVersion[], events: StoredEvent[]): Stored => ({
  formRuns: [
    {
      form_run_guid: course.course_attempt_guid,
      schedule_guid: course.course_guid,
      started_at: course.started_at ?? 0,
      ends_at: null,
      completed_at: course.status === 2 ? course.ended_at : null,
      last_sequence: 0,
    },
  ],
  answers,
  events,
  activities: [],
  marks: [],
  files: [],
  attempts: [],
  decisions: [],
})

/**
 * Reads a learner's one course past the server, in the words of an exam: its lessons, by their place from 0, are its questions, and their
 * history is that of the answers. It is completed where all of them are.
 */
export const readStoredCourse = async ({ kysely }: Pick<Database, 'kysely'>, world: Pick<World, 'orgId'>): Promise<Stored> => {
  const [course] = await kysely.selectFrom('course_attempt').selectAll().where('org_id', '=', world.orgId).execute()
  if (!course) throw new Error('The learner has no course.')
  const scos = await kysely
    .selectFrom('sco_attempt')
    .selectAll()
    .where('org_id', '=', world.orgId)
    .where('course_attempt_guid', '=', course.course_attempt_guid)
    .orderBy('position')
    .execute()
  const history = await kysely
    .selectFrom('sco_save')
    .selectAll()
    .where('org_id', '=', world.orgId)
    .orderBy('sco_attempt_id')
    .orderBy('entry')
    .execute()
  const events = scos.flatMap((sco): StoredEvent[] => {
    let standing: Data = new Map()
    return history
      .filter((save) => save.sco_attempt_id === sco.sco_attempt_id)
      .map((save): StoredEvent => {
        const data: Data = new Map([...standing, ...pairsIn(save.changes)])
        const isApplied = save.outcome === 'applied'
        if (isApplied) standing = data
        return {
          ...versionOf(data, { questionId: String(sco.position), sequence: save.number, writerId: save.writer }),
          requestId: save.save_guid,
          outcome: isApplied ? 'applied' : 'older',
          receivedAt: save.received_at,
          clientTime: null,
        }
      })
  })
  const answers = scos
    .filter((sco) => sco.saved_at !== null)
    .map((sco) =>
      versionOf(new Map(pairsIn(sco.data)), { questionId: String(sco.position), sequence: sco.number, writerId: '' }),
    )
  return storedOf(course, answers, events)
}
