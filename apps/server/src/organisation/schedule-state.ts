import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { nextFormRunId } from '../assessment/begin-form-run.ts'
import { authoredQuestionsOf, examTimeMs } from '../assessment/lay-out-exam.ts'
import { markFormRun } from '../assessment/mark-form-run.ts'
import type { Schema } from '../db/schema.ts'
import type { AuthoredExam } from '../import/authored-exam.ts'
import type { ScheduleOfFile } from './organisation-file.ts'

interface Place {
  readonly orgId: number
  readonly schedule: ScheduleOfFile
  readonly userGuid: string
  readonly exam: AuthoredExam
  readonly nowMs: number
}

/** Puts in place what the learner of a demonstration has done already: an exam under way, or a completed one. */
export const arrangeState = async (kysely: Transaction<Schema>, { orgId, schedule, userGuid, exam, nowMs }: Place) => {
  const { commenced, completed = false } = schedule.state ?? {}
  if (!commenced && !completed) return
  const elapsedMs = (commenced?.elapsedSeconds ?? 0) * 1000
  const wholeMs = examTimeMs(exam, schedule.practiceExtraTimeSeconds ?? 0)
  const answers = commenced?.answers ?? []
  const form_run_guid = randomUUID()
  await kysely
    .insertInto('form_run')
    .values({
      org_id: orgId,
      form_run_guid,
      form_run_id: await nextFormRunId({ kysely }, orgId),
      schedule_guid: schedule.guid,
      user_guid: userGuid,
      exam_guid: exam.examGuid,
      version: exam.version,
      started_at: nowMs - elapsedMs,
      completed_at: completed ? nowMs : null,
      time_remaining_ms: wholeMs === null ? null : Math.max(0, wholeMs - elapsedMs),
      elapsed_ms: elapsedMs,
      clock_difference_ms: 0,
      page: commenced?.page ?? null,
      last_sequence: answers.length,
      public_user_name: null,
      // Its ledger begins when its learner comes: until then a demonstration stands still.
      part_id: null,
      ends_at: null,
      last_event: 0,
      ledger_hash: null,
      beyond_ms: 0,
      saves: 0,
      paused_at: null,
      held_until: null,
      heard_at: null,
      silent_from: null,
      silent_to: null,
      silences: '',
      marks_told_at: null,
    })
    .execute()
  for (const [index, { questionId, answer, bookmarked }] of answers.entries()) {
    const row = {
      org_id: orgId,
      form_run_guid,
      question_id: questionId,
      sequence: index + 1,
      writer_id: 'import',
      answer: JSON.stringify(answer),
      workings: '',
      bookmarked: bookmarked ? 1 : 0,
    }
    await kysely
      .insertInto('answer')
      .values({ ...row, saved_at: nowMs })
      .execute()
    await kysely
      .insertInto('answer_event')
      .values({ ...row, request_id: randomUUID(), client_time: null, received_at: nowMs, outcome: 'applied', late_ms: null })
      .execute()
  }
  if (completed) await markFormRun({ kysely }, { org_id: orgId, form_run_guid }, authoredQuestionsOf(exam))
}
