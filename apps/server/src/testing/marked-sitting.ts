import { randomUUID } from 'node:crypto'
import { calls } from '@sitwell/contract'
import { createExamCache, nobodyLive } from '../assessment/form-run/index.ts'
import {
  adjudicate,
  cannotMark,
  entriesOf,
  type GivenMarks,
  giveMark,
  type ResponsePlace,
  returnToPool,
  selectEntryRows,
  selectResponseRows,
} from '../assessment/marks/index.ts'
import { letLateCount } from '../dashboard/accept-late-answers.ts'
import { reopenFormRun } from '../dashboard/reopen.ts'
import type { AuthoredExam } from '../import/authored-exam.ts'
import type { OrganisationFileInput } from '../organisation/organisation-file.ts'
import type { TestServer } from './start-test-server.ts'
import { arrange, doCall, saveOf, sitExam, tryCall } from './test-world.ts'

/** One mark, in billionths. */
export const oneMark = 1_000_000_000

interface Wishes {
  readonly orgId: number
  readonly exam?: AuthoredExam
  readonly policy?: 'immediately' | 'confirmed'
  /** What is written for the question that a person marks. */
  readonly written?: string
  readonly file?: Partial<OrganisationFileInput>
}

/** A sitting with a written answer, and what learner, staff and markers do to it. */
export const markedSitting = async (
  server: TestServer,
  { orgId, exam, policy = 'confirmed', written = 'Because.', file }: Wishes,
) => {
  const schedule = { guid: `o${orgId}-schedule`, username: 'learner', exam: `o${orgId}-exam`, releasePolicy: policy }
  const world = await arrange(server, { orgId, ...(exam && { exam }), file: { schedules: [schedule], ...file } })
  const { token, formRunGuid } = await sitExam(server, world)
  const { kysely } = server.db
  const questionId = `${world.prefix}-q3`
  const place: ResponsePlace = { orgId, formRunGuid, questionId, part: '' }
  const context = { database: server.db, clock: server.clock, exams: createExamCache(server.db, server.clock.nowMs) }
  const who = { orgId, author: 'command' }
  const live = { ...context, live: nobodyLive }
  const of = <Q extends { where(column: 'form_run_guid', is: '=', value: string): Q }>(query: Q): Q =>
    query.where('form_run_guid', '=', formRunGuid)
  const run = () => of(kysely.selectFrom('form_run').selectAll()).executeTakeFirstOrThrow()
  const answer = (answerText: string, more: object = {}) =>
    saveOf(world, formRunGuid, { questionVersionId: questionId, answerText, options: [], ...more })
  const save = (answerText: string) => doCall(server, calls.saveAnswer, { body: answer(answerText) }, token)
  const sequence = async () =>
    (await of(kysely.selectFrom('answer').select('sequence')).where('question_id', '=', questionId).executeTakeFirst())
      ?.sequence
  const desk = {
    ...{ world, token, formRunGuid, questionId, place, context, run, answer, save, sequence },
    handIn: () => doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 10, elapsedTime: 590 } }, token),
    result: () => doCall(server, calls.result, { query: { formRunGuid } }, token),
    trySave: (answerText: string) => tryCall(server, calls.saveAnswer, { body: answer(answerText) }, token),
    /** Sends a save ({@link answer}) of any question. */
    tryOf: (body: ReturnType<typeof answer>) => tryCall(server, calls.saveAnswer, { body }, token),
    reopen: () => reopenFormRun(live, who, { formRunGuid, reason: 'It was too early.' }),
    acceptLate: () => letLateCount(live, who, { formRunGuid }),
    /** Marks it, of the answer as it stands now unless told otherwise. */
    mark: async (marks: number, more: Partial<GivenMarks> & { readonly at?: Partial<ResponsePlace> } = {}) => {
      const { at, ...others } = more
      const given = { author: 'marker', requestId: randomUUID(), basedOn: 0, sequence: await sequence(), marks }
      return giveMark(context, { ...place, ...at }, { ...given, ...others })
    },
    decide: async (marks: number, at: Partial<ResponsePlace> = {}) =>
      adjudicate(
        context,
        { ...place, ...at },
        { author: 'chief', requestId: randomUUID(), sequence: await sequence(), marks, reason: 'Both are harsh.' },
      ),
    cannot: async (basedOn = 0) =>
      cannotMark(context, place, {
        ...{ author: 'marker', requestId: randomUUID(), basedOn, sequence: await sequence(), reason: 'It is in Greek.' },
      }),
    return: (author = 'chief') => returnToPool(context, place, { author, requestId: randomUUID(), reason: 'Too harsh.' }),
    entries: () => entriesOf(server.db, place),
    entryRows: () => selectEntryRows(server.db, place),
    responses: () => selectResponseRows(server.db, place),
    /** The mark row of the question. */
    kept: () => of(kysely.selectFrom('mark').selectAll()).where('question_id', '=', questionId).executeTakeFirst(),
  }
  if (written !== '') await save(written)
  return desk
}

export type MarkedSitting = Awaited<ReturnType<typeof markedSitting>>
