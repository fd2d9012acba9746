import type { Kysely } from 'kysely'
import { isAnswerWaiting } from '../assessment/answers/index.ts'
import type { Database } from '../db/database.ts'
import type { FormRunTable, Schema } from '../db/schema.ts'

/** A learner who is scheduled for an exam, with the form run if there is one. */
export interface SittingRow {
  readonly schedule_guid: string
  readonly exam_guid: string
  readonly exam_name: string
  readonly user_guid: string
  readonly username: string
  readonly first_name: string
  readonly last_name: string
  readonly extra_time_seconds: number | null
  readonly handed_out: string | null
  readonly form_run_guid: string | null
}

/** Everybody of an organisation who is scheduled, for one exam or one schedule where these are named. */
export const selectSittings = (
  { kysely }: Database,
  orgId: number,
  wanted: { readonly examGuid?: string | undefined; readonly scheduleGuid?: string | undefined },
): Promise<SittingRow[]> => {
  const all = kysely
    .selectFrom('schedule')
    .innerJoin('person', (join) =>
      join.onRef('person.org_id', '=', 'schedule.org_id').onRef('person.user_guid', '=', 'schedule.user_guid'),
    )
    .innerJoin('exam', (join) =>
      join
        .onRef('exam.org_id', '=', 'schedule.org_id')
        .onRef('exam.exam_guid', '=', 'schedule.exam_guid')
        .onRef('exam.version', '=', 'schedule.version'),
    )
    .leftJoin('form_run', (join) =>
      join.onRef('form_run.org_id', '=', 'schedule.org_id').onRef('form_run.schedule_guid', '=', 'schedule.schedule_guid'),
    )
    .select([
      'schedule.schedule_guid',
      'schedule.exam_guid',
      'exam.name as exam_name',
      'person.user_guid',
      'person.username',
      'person.first_name',
      'person.last_name',
      'schedule.extra_time_seconds',
      'schedule.handed_out',
      'form_run.form_run_guid',
    ])
    .where('schedule.org_id', '=', orgId)
    .orderBy('exam.name')
    .orderBy('person.last_name')
    .orderBy('person.first_name')
    .orderBy('schedule.schedule_guid')
  const ofExam = wanted.examGuid === undefined ? all : all.where('schedule.exam_guid', '=', wanted.examGuid)
  return (
    wanted.scheduleGuid === undefined ? ofExam : ofExam.where('schedule.schedule_guid', '=', wanted.scheduleGuid)
  ).execute()
}

/** The form runs of an organisation: of one exam, or the one that is named. */
export const selectRuns = (
  { kysely }: Database,
  orgId: number,
  wanted: { readonly examGuid?: string | undefined; readonly formRunGuid?: string | undefined },
): Promise<FormRunTable[]> => {
  const all = kysely.selectFrom('form_run').selectAll().where('org_id', '=', orgId)
  const ofExam = wanted.examGuid === undefined ? all : all.where('exam_guid', '=', wanted.examGuid)
  return (wanted.formRunGuid === undefined ? ofExam : ofExam.where('form_run_guid', '=', wanted.formRunGuid)).execute()
}

/** How many answers of each form run came after the end of its time, or after its completion. */
export const countLate = async (kysely: Kysely<Schema>, orgId: number): Promise<ReadonlyMap<string, number>> => {
  const rows = await kysely
    .selectFrom('answer_event')
    .select((select) => ['form_run_guid', select.fn.countAll<number>().as('late')])
    .where('org_id', '=', orgId)
    .where((where) => where.or([where('late_ms', 'is not', null), where('outcome', 'in', ['late', 'late-applied'])]))
    .groupBy('form_run_guid')
    .execute()
  return new Map(rows.map((row) => [row.form_run_guid, Number(row.late)]))
}

/** The learner whose answer or file came late. */
const person = ['person.user_guid', 'person.username', 'person.first_name', 'person.last_name'] as const

/** The first answers of an exam's form runs that came too late to count simply, in the order in which they came. */
export const selectLateAnswers = ({ kysely }: Pick<Database, 'kysely'>, orgId: number, examGuid: string, most: number) =>
  kysely
    .selectFrom('form_run')
    .innerJoin('answer_event as event', (join) =>
      join.onRef('event.org_id', '=', 'form_run.org_id').onRef('event.form_run_guid', '=', 'form_run.form_run_guid'),
    )
    .innerJoin('person', (join) =>
      join.onRef('person.org_id', '=', 'form_run.org_id').onRef('person.user_guid', '=', 'form_run.user_guid'),
    )
    .leftJoin('answer', (join) =>
      join
        .onRef('answer.org_id', '=', 'event.org_id')
        .onRef('answer.form_run_guid', '=', 'event.form_run_guid')
        .onRef('answer.question_id', '=', 'event.question_id'),
    )
    .select([
      'event.form_run_guid',
      'event.question_id',
      'event.sequence',
      'event.received_at',
      'event.typed_at',
      'event.late_ms',
      'event.judged',
      'event.outcome',
      'answer.sequence as standing',
      ...person,
    ])
    .where('form_run.org_id', '=', orgId)
    .where('form_run.exam_guid', '=', examGuid)
    .where((where) =>
      where.or([
        where('event.outcome', 'in', ['late', 'late-applied', 'over-time', 'in-pause', 'review']),
        where('event.judged', '=', 'typed-in-time'),
      ]),
    )
    .orderBy('event.received_at')
    .orderBy('event.form_run_guid')
    .orderBy('event.request_id')
    .limit(most)
    .execute()

/** The same of files. */
export const selectLateFiles = ({ kysely }: Pick<Database, 'kysely'>, orgId: number, examGuid: string, most: number) =>
  kysely
    .selectFrom('form_run')
    .innerJoin('uploaded_file as file', (join) =>
      join.onRef('file.org_id', '=', 'form_run.org_id').onRef('file.form_run_guid', '=', 'form_run.form_run_guid'),
    )
    .innerJoin('person', (join) =>
      join.onRef('person.org_id', '=', 'form_run.org_id').onRef('person.user_guid', '=', 'form_run.user_guid'),
    )
    .select([
      'file.form_run_guid',
      'file.question_id',
      'file.file_name',
      'file.uploaded_at as received_at',
      'file.typed_at',
      'file.late_ms',
      'file.judged',
      'file.outcome',
      'file.accepted_at',
      ...person,
    ])
    .where('form_run.org_id', '=', orgId)
    .where('form_run.exam_guid', '=', examGuid)
    .where('file.deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('file.outcome', 'in', ['late-applied', 'over-time', 'in-pause', 'review']),
        where('file.judged', '=', 'typed-in-time'),
      ]),
    )
    .orderBy('file.uploaded_at')
    .orderBy('file.file_guid')
    .limit(most)
    .execute()

/** Of how many questions of each form run an answer waits for the staff: it came after the end, and may have been given in time. */
export const countWaiting = async (kysely: Kysely<Schema>, orgId: number): Promise<ReadonlyMap<string, number>> => {
  const rows = await kysely
    .selectFrom('answer_event as event')
    .select((select) => ['event.form_run_guid', select.fn.count<number>('event.question_id').distinct().as('waiting')])
    .where('event.org_id', '=', orgId)
    .where(isAnswerWaiting('event'))
    .groupBy('event.form_run_guid')
    .execute()
  return new Map(rows.map((row) => [row.form_run_guid, Number(row.waiting)]))
}

export const examExists = async ({ kysely }: Database, orgId: number, examGuid: string): Promise<boolean> => {
  const row = await kysely
    .selectFrom('exam')
    .select('version')
    .where('org_id', '=', orgId)
    .where('exam_guid', '=', examGuid)
    .executeTakeFirst()
  return row !== undefined
}
