import type { Database } from '../apps/server/src/db/database.ts'
import type { AnswerEventTable, FormRunTable } from '../apps/server/src/db/schema.ts'
import type { World } from '../e2e/arrange.ts'
import { sha256Of } from './files.ts'

/** An answer as it is in the database, or one version of it. */
export interface StoredVersion {
  formRunGuid: string
  questionId: string
  sequence: number
  writerId: string
  answerText: string
  optionIds: string[]
  workings: string
  bookmarked: boolean
}

/** A save that came, whatever became of it. */
export interface StoredEvent extends StoredVersion {
  requestId: string
  outcome: AnswerEventTable['outcome']
  /** Milliseconds since 1970, by the server. */
  receivedAt: number
  /** ISO 8601, by the browser. */
  clientTime: string | null
}

export interface StoredActivity {
  formRunGuid: string
  activityId: string
  type: number
  value: unknown
  receivedAt: number
}

export interface StoredMark {
  formRunGuid: string
  questionId: string
  score: number
  maxScore: number
}

/** A file that is in a form run. */
export interface StoredFile {
  fileName: string
  /** Of the bytes that are there. */
  sha256: string
  /** It came in time, as far as the server judges. */
  isCounted: boolean
}

/** An answer that was handed in to be checked. */
export interface StoredAttempt {
  questionId: string
  /** Of the save that was checked; undefined if none stood. */
  sequence?: number | undefined
  isLast: boolean
  requestId: string
}

/** Whether a part is asked, as it was decided. */
export interface StoredDecision {
  partId: string
  isAsked: boolean
}

/** Of one learner, all that the database holds of their exams. */
export interface Stored {
  /** With when each was completed, in milliseconds since 1970. */
  formRuns: Pick<
    FormRunTable,
    'form_run_guid' | 'schedule_guid' | 'started_at' | 'ends_at' | 'completed_at' | 'last_sequence'
  >[]
  answers: StoredVersion[]
  /** In the order in which they came. */
  events: StoredEvent[]
  activities: StoredActivity[]
  marks: StoredMark[]
  files: StoredFile[]
  /** In their order. */
  attempts: StoredAttempt[]
  decisions: StoredDecision[]
}

type VersionRow = Pick<
  AnswerEventTable,
  'form_run_guid' | 'question_id' | 'sequence' | 'writer_id' | 'answer' | 'workings' | 'bookmarked'
>

const versionOf = (row: VersionRow): StoredVersion => {
  // As the server writes it.
  const answer = JSON.parse(row.answer) as { answerText: string; options: { optionID: string }[] }
  return {
    formRunGuid: row.form_run_guid,
    questionId: row.question_id,
    sequence: row.sequence,
    writerId: row.writer_id,
    answerText: answer.answerText,
    optionIds: answer.options.map((option) => option.optionID),
    workings: row.workings,
    bookmarked: row.bookmarked === 1,
  }
}

/** Reads it past the server. Only what is committed is seen. */
export const readStored = async (
  { kysely }: Pick<Database, 'kysely'>,
  world: Pick<World, 'orgId' | 'people'>,
  username: string = world.people[0].username,
): Promise<Stored> => {
  const learner = world.people.find((one) => one.username === username)
  if (!learner) throw new Error(`Nobody is called ${username} here.`)
  const formRuns = await kysely
    .selectFrom('form_run')
    .select(['form_run_guid', 'schedule_guid', 'started_at', 'ends_at', 'completed_at', 'last_sequence'])
    .where('org_id', '=', world.orgId)
    .where('user_guid', '=', learner.userGuid)
    .orderBy('started_at')
    .execute()
  const of = formRuns.map((run) => run.form_run_guid)
  if (of.length === 0)
    return { formRuns, answers: [], events: [], activities: [], marks: [], files: [], attempts: [], decisions: [] }
  const [answers, events, activities, marks, files, ledger] = await Promise.all([
    kysely.selectFrom('answer').selectAll().where('org_id', '=', world.orgId).where('form_run_guid', 'in', of).execute(),
    kysely
      .selectFrom('answer_event')
      .selectAll()
      .where('org_id', '=', world.orgId)
      .where('form_run_guid', 'in', of)
      .orderBy('received_at')
      .orderBy('sequence')
      .execute(),
    kysely.selectFrom('activity').selectAll().where('org_id', '=', world.orgId).where('form_run_guid', 'in', of).execute(),
    kysely.selectFrom('mark').selectAll().where('org_id', '=', world.orgId).where('form_run_guid', 'in', of).execute(),
    kysely
      .selectFrom('uploaded_file')
      .select(['file_name', 'content_guid', 'outcome'])
      .where('org_id', '=', world.orgId)
      .where('form_run_guid', 'in', of)
      .where('deleted_at', 'is', null)
      .execute(),
    kysely
      .selectFrom('form_run_event')
      .select(['kind', 'details'])
      .where('org_id', '=', world.orgId)
      .where('form_run_guid', 'in', of)
      .where('kind', 'in', ['attempt', 'part-decision'])
      .orderBy('number')
      .execute(),
  ])
  return {
    formRuns,
    answers: answers.map(versionOf),
    events: events.map((event) => ({
      ...versionOf(event),
      requestId: event.request_id,
      outcome: event.outcome,
      receivedAt: event.received_at,
      clientTime: event.client_time,
    })),
    activities: activities.map((activity) => ({
      formRunGuid: activity.form_run_guid,
      activityId: activity.activity_id,
      type: activity.type,
      value: JSON.parse(activity.value),
      receivedAt: activity.received_at,
    })),
    marks: marks.map((mark) => ({
      formRunGuid: mark.form_run_guid,
      questionId: mark.question_id,
      score: mark.score,
      maxScore: mark.max_score,
    })),
    // As the server writes it.
    attempts: ledger.flatMap((event) => (event.kind === 'attempt' ? [JSON.parse(event.details) as StoredAttempt] : [])),
    decisions: ledger.flatMap((event) => (event.kind === 'part-decision' ? [JSON.parse(event.details) as StoredDecision] : [])),
    files: await Promise.all(
      files.map(async ({ file_name, content_guid, outcome }) => {
        const chunks = await kysely
          .selectFrom('file_chunk')
          .select('bytes')
          .where('org_id', '=', world.orgId)
          .where('content_guid', '=', content_guid)
          .orderBy('number')
          .execute()
        return {
          fileName: file_name,
          sha256: sha256Of(Buffer.concat(chunks.map(({ bytes }) => bytes))),
          isCounted: /applied$/.test(outcome),
        }
      }),
    ),
  }
}
