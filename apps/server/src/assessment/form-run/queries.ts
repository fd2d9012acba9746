import { type SqlBool, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { isOneOf } from '../../db/one-of.ts'
import { ownedRowsTogether } from '../../db/read-together.ts'
import type { AnswerTable, FormRunTable, ScheduleTable } from '../../db/schema.ts'
import type { Caller } from '../../http/caller.ts'
import { type AuthoredExam, authoredExam } from '../../import/authored-exam.ts'

type Owner = Pick<Caller, 'orgId' | 'userGuid'>

/** A schedule of the caller's own with its exam's name and its form run. */
export interface ScheduleRow extends ScheduleTable {
  readonly exam_name: string
  readonly imported_at: number
  readonly form_run_guid: string | null
  readonly completed_at: number | null
}

/**
 * That a schedule, in a query that joins its form run, is not void. One that was begun in the moment in which it was made void continues: nobody loses a sitting.
 */
export const isNotVoid = () => sql<SqlBool>`(schedule.voided_at is null or form_run.form_run_guid is not null)`

const schedulesWithExam = ({ kysely }: Database) =>
  kysely
    .selectFrom('schedule')
    .innerJoin('exam', (join) =>
      join
        .onRef('exam.org_id', '=', 'schedule.org_id')
        .onRef('exam.exam_guid', '=', 'schedule.exam_guid')
        .onRef('exam.version', '=', 'schedule.version'),
    )
    .leftJoin('form_run', (join) =>
      join.onRef('form_run.org_id', '=', 'schedule.org_id').onRef('form_run.schedule_guid', '=', 'schedule.schedule_guid'),
    )
    .selectAll('schedule')
    .select(['exam.name as exam_name', 'exam.imported_at', 'form_run.form_run_guid', 'form_run.completed_at'])
    .where(isNotVoid())

const schedulesOfPeople = ownedRowsTogether({
  table: 'schedule',
  column: 'user_guid',
  read: (database, isAsked): Promise<readonly ScheduleRow[]> =>
    schedulesWithExam(database)
      .where(isAsked)
      .orderBy('schedule.start_at')
      .orderBy('exam.name')
      // Of one exam that was sat and may be sat again the open schedule comes last: it is the one that is shown.
      .orderBy((order) => order.case().when('form_run.completed_at', 'is', null).then(1).else(0).end())
      .execute(),
})

export const selectSchedules = (database: Database, { orgId, userGuid }: Owner): Promise<readonly ScheduleRow[]> =>
  schedulesOfPeople(database, orgId, userGuid)

/** The completed form runs of the caller's own at an exam, the first one first. */
export const selectAttempts = ({ kysely }: Database, { orgId, userGuid }: Owner, examGuid: string) =>
  kysely
    .selectFrom('form_run')
    .innerJoin('schedule', (join) =>
      join.onRef('schedule.org_id', '=', 'form_run.org_id').onRef('schedule.schedule_guid', '=', 'form_run.schedule_guid'),
    )
    .select([
      'form_run.org_id',
      'form_run.form_run_guid',
      'form_run.schedule_guid',
      'form_run.exam_guid',
      'form_run.version',
      'form_run.completed_at',
      'schedule.practice',
    ])
    .where('form_run.org_id', '=', orgId)
    .where('form_run.user_guid', '=', userGuid)
    .where('form_run.exam_guid', '=', examGuid)
    .where('form_run.completed_at', 'is not', null)
    .orderBy('form_run.completed_at')
    .orderBy('form_run.form_run_id')
    .execute()

const schedulesByGuid = ownedRowsTogether({
  table: 'schedule',
  column: 'schedule_guid',
  read: (database, isAsked): Promise<readonly ScheduleRow[]> => schedulesWithExam(database).where(isAsked).execute(),
})

/** A schedule of the caller's own: a stranger's is not found. */
export const selectSchedule = async (
  database: Database,
  { orgId, userGuid }: Owner,
  scheduleGuid: string,
): Promise<ScheduleRow | undefined> =>
  (await schedulesByGuid(database, orgId, scheduleGuid)).find(({ user_guid }) => user_guid === userGuid)

/** A form run of the caller's own: a stranger's is not found. */
export const selectFormRun = ({ kysely }: Database, owner: Owner, formRunGuid: string): Promise<FormRunTable | undefined> =>
  kysely
    .selectFrom('form_run')
    .selectAll()
    .where('org_id', '=', owner.orgId)
    .where('form_run_guid', '=', formRunGuid)
    .where('user_guid', '=', owner.userGuid)
    .executeTakeFirst()

/** Anybody's of the organisation: for administrators, and for the ledger. Whoever calls it has checked who may see it. */
/** Whether the answers of a form run were taken away, because its learner, or the time that they are kept, wanted it. */
export const isErased = async ({ kysely }: Pick<Database, 'kysely'>, orgId: number, formRunGuid: string): Promise<boolean> => {
  const row = await kysely
    .selectFrom('erased_form_run')
    .select('erased_at')
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Whether the answers of a form run were erased. If only its files were, its answers are still there. An answer that arrived after the erasure brings no
 * earlier one back.
 */
export const areAnswersErased = async (
  { kysely }: Pick<Database, 'kysely'>,
  orgId: number,
  formRunGuid: string,
): Promise<boolean> => {
  if (!(await isErased({ kysely }, orgId, formRunGuid))) return false
  const of = (table: 'answer_event' | 'erased_save') =>
    kysely.selectFrom(table).select('sequence').where('org_id', '=', orgId).where('form_run_guid', '=', formRunGuid).limit(1)
  return (
    (await of('erased_save').executeTakeFirst()) !== undefined || (await of('answer_event').executeTakeFirst()) === undefined
  )
}

/** Of some form runs of an organisation, those whose answers were erased, by the rule of {@link areAnswersErased}: an answer that came since changes nothing. */
export const erasedAmong = async (
  { kysely, dialect }: Pick<Database, 'kysely' | 'dialect'>,
  orgId: number,
  formRunGuids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await kysely
    .selectFrom('erased_form_run as erased')
    .select('erased.form_run_guid')
    .where('erased.org_id', '=', orgId)
    .where(isOneOf(dialect, 'erased.form_run_guid', formRunGuids, (guid) => guid))
    .where(({ or, not, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('erased_save')
            .select('erased_save.sequence')
            .whereRef('erased_save.org_id', '=', 'erased.org_id')
            .whereRef('erased_save.form_run_guid', '=', 'erased.form_run_guid'),
        ),
        not(
          exists(
            selectFrom('answer_event')
              .select('answer_event.sequence')
              .whereRef('answer_event.org_id', '=', 'erased.org_id')
              .whereRef('answer_event.form_run_guid', '=', 'erased.form_run_guid'),
          ),
        ),
      ]),
    )
    .execute()
  return new Set(rows.map(({ form_run_guid }) => form_run_guid))
}

/** What stays of the saves of a form run that was erased, in their order. */
export const selectErasedSaves = ({ kysely }: Pick<Database, 'kysely'>, orgId: number, formRunGuid: string) =>
  kysely
    .selectFrom('erased_save')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .orderBy('number')
    .execute()

export const selectFormRunOfOrganisation = ({ kysely }: Database, orgId: number, formRunGuid: string) =>
  kysely
    .selectFrom('form_run')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .executeTakeFirst()

export const selectFormRunOfSchedule = ({ kysely }: Pick<Database, 'kysely'>, orgId: number, scheduleGuid: string) =>
  kysely
    .selectFrom('form_run')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('schedule_guid', '=', scheduleGuid)
    .executeTakeFirst()

const runsOfSchedules = ownedRowsTogether({
  table: 'form_run',
  column: 'schedule_guid',
  read: ({ kysely }, isAsked) => kysely.selectFrom('form_run').selectAll().where(isAsked).execute(),
})

/** The same for an exam that is opened, as many are at one moment. */
export const selectOpenedFormRun = async (
  database: Database,
  orgId: number,
  scheduleGuid: string,
): Promise<FormRunTable | undefined> => (await runsOfSchedules(database, orgId, scheduleGuid))[0]

export const selectAnswers = ({ kysely }: Pick<Database, 'kysely'>, orgId: number, formRunGuid: string) =>
  kysely.selectFrom('answer').selectAll().where('org_id', '=', orgId).where('form_run_guid', '=', formRunGuid).execute()

const answersOfRuns = ownedRowsTogether({
  table: 'answer',
  column: 'form_run_guid',
  read: ({ kysely }, isAsked) => kysely.selectFrom('answer').selectAll().where(isAsked).execute(),
})

/**
 * The answers of an exam that is opened. Of those that hardly have one yet many are read at once; the essays of a whole school that comes
 * back after an outage would be too much for one look.
 */
export const selectOpenedAnswers = (
  database: Database,
  { org_id, form_run_guid, saves }: Pick<FormRunTable, 'org_id' | 'form_run_guid' | 'saves'>,
): Promise<readonly AnswerTable[]> =>
  saves === 0 ? answersOfRuns(database, org_id, form_run_guid) : selectAnswers(database, org_id, form_run_guid)

export const selectMarks = ({ kysely }: Pick<Database, 'kysely'>, orgId: number, formRunGuid: string) =>
  kysely.selectFrom('mark').selectAll().where('org_id', '=', orgId).where('form_run_guid', '=', formRunGuid).execute()

type AnswerPlace = Pick<AnswerTable, 'org_id' | 'form_run_guid' | 'question_id'>

const standingAnswer = ({ kysely }: Pick<Database, 'kysely'>, { org_id, form_run_guid, question_id }: AnswerPlace) =>
  kysely
    .selectFrom('answer')
    .where('org_id', '=', org_id)
    .where('form_run_guid', '=', form_run_guid)
    .where('question_id', '=', question_id)

/** The sequence of the answer that counts for a question. */
export const selectStanding = async (database: Pick<Database, 'kysely'>, place: AnswerPlace): Promise<number | undefined> => {
  const row = await standingAnswer(database, place).select('sequence').executeTakeFirst()
  return row?.sequence
}

/** The answer that counts for a question, and its sequence. */
export const selectAnswerTo = (
  database: Pick<Database, 'kysely'>,
  place: AnswerPlace,
): Promise<Pick<AnswerTable, 'answer' | 'sequence'> | undefined> =>
  standingAnswer(database, place).select(['answer', 'sequence']).executeTakeFirst()

/** Whether a save came with this request id, or under this number of its page, whatever became of it. */
export const isInHistory = async (
  { kysely }: Pick<Database, 'kysely'>,
  { orgId, formRunGuid }: { readonly orgId: number; readonly formRunGuid: string },
  column: 'request_id' | 'sequence',
  value: string | number,
): Promise<boolean> => {
  const row = await kysely
    .selectFrom('answer_event')
    .select('sequence')
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .where(column, '=', value)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Every version of every answer that ever came, in the order of their coming. */
export const selectAnswerEvents = ({ kysely }: Pick<Database, 'kysely'>, orgId: number, formRunGuid: string) =>
  kysely
    .selectFrom('answer_event')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .orderBy('received_at')
    .orderBy('sequence')
    .execute()

/** Names one version of an exam. */
export interface ExamPlace {
  readonly org_id: number
  readonly exam_guid: string
  readonly version: number
}

export const selectExam = async ({ kysely }: Database, place: ExamPlace): Promise<AuthoredExam | undefined> => {
  const row = await kysely
    .selectFrom('exam')
    .select('content')
    .where('org_id', '=', place.org_id)
    .where('exam_guid', '=', place.exam_guid)
    .where('version', '=', place.version)
    .executeTakeFirst()
  return row && authoredExam.parse(JSON.parse(row.content))
}

/** When a version of an exam was imported last, and what of a schedule of it is its learner's own; undefined if the exam isn't there. */
export const selectImported = ({ kysely }: Database, place: ExamPlace, scheduleGuid: string) =>
  kysely
    .selectFrom('exam')
    .leftJoin('schedule', (join) =>
      join.onRef('schedule.org_id', '=', 'exam.org_id').on('schedule.schedule_guid', '=', scheduleGuid),
    )
    .select(['exam.imported_at', 'schedule.seed', 'schedule.supports'])
    .where('exam.org_id', '=', place.org_id)
    .where('exam.exam_guid', '=', place.exam_guid)
    .where('exam.version', '=', place.version)
    .executeTakeFirst()

export const selectResources = ({ kysely }: Database, place: ExamPlace) =>
  kysely
    .selectFrom('exam_resource')
    .select(['path', 'media_type'])
    .where('org_id', '=', place.org_id)
    .where('exam_guid', '=', place.exam_guid)
    .where('version', '=', place.version)
    .orderBy('path')
    .execute()

export const selectPass = ({ kysely }: Database, { orgId, sessionId }: Caller, scheduleGuid: string) =>
  kysely
    .selectFrom('schedule_pass')
    .select('passed_at')
    .where('org_id', '=', orgId)
    .where('schedule_guid', '=', scheduleGuid)
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
