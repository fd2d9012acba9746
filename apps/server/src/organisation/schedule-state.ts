import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import {
  authoredQuestionsOf,
  drawExam,
  examTimeMs,
  historyBeginning,
  isDrawnExam,
  nextLink,
  partIdsOf,
  selectSeed,
} from '../assessment/form-run/index.ts'
import { markAgain } from '../assessment/marks/index.ts'
import { nextFormRunId } from '../assessment/sittings/index.ts'
import type { FormRunTable, Schema } from '../db/schema.ts'
import type { AuthoredExam } from '../import/authored-exam.ts'
import { answerInHiddenIds } from '../import/hide-ids.ts'
import type { ScheduleOfFile } from './organisation-file.ts'

interface Place {
  readonly orgId: number
  readonly schedule: ScheduleOfFile
  readonly userGuid: string
  /** As it is stored; the answers name options as its package does. */
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
  const seed = await selectSeed({ kysely }, { org_id: orgId, schedule_guid: schedule.guid })
  const drawn = isDrawnExam(exam) ? drawExam(exam, seed) : exam
  const questions = authoredQuestionsOf(drawn)
  const form_run_guid = randomUUID()
  const run = {
    org_id: orgId,
    form_run_guid,
    schedule_guid: schedule.guid,
    user_guid: userGuid,
    exam_guid: exam.examGuid,
    version: exam.version,
    started_at: nowMs - elapsedMs,
  }
  let chain: Pick<FormRunTable, 'history_count' | 'history_link'> = { history_count: 0, history_link: historyBeginning(run) }
  const saves = answers.map(({ questionId, answer, bookmarked }, index) => {
    const question = questions.find(({ id }) => id === questionId)
    const row = {
      org_id: orgId,
      form_run_guid,
      question_id: questionId,
      sequence: index + 1,
      writer_id: 'import',
      answer: JSON.stringify(question ? answerInHiddenIds(exam, question, answer) : answer),
      workings: '',
      bookmarked: bookmarked ? 1 : 0,
    }
    const came = { ...row, request_id: randomUUID(), client_time: null, received_at: nowMs }
    const linked = nextLink(chain, came)
    chain = { history_count: linked.number, history_link: linked.link }
    return { row, event: { ...came, ...linked, outcome: 'applied' as const, late_ms: null } }
  })
  await kysely
    .insertInto('form_run')
    .values({
      ...run,
      ...chain,
      form_run_id: await nextFormRunId(kysely, orgId),
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
      earlier_silences: '',
      silences: '',
      marks_told_at: null,
      responses_of: null,
      results_confirmed_at: null,
    })
    .execute()
  for (const { row, event } of saves) {
    await kysely
      .insertInto('answer')
      .values({ ...row, saved_at: nowMs })
      .execute()
    await kysely.insertInto('answer_event').values(event).execute()
  }
  if (completed) await markAgain(kysely, { ...run, completed_at: nowMs }, { exam, questions, partIds: partIdsOf(drawn) }, nowMs)
}
