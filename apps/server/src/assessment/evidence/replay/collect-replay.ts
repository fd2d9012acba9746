import { timeAt } from '@sitwell/exam/ledger/ledger'
import { sumOfMarks } from '@sitwell/exam/results/exact-marks'
import { currentPart, type ExamTime, wholeLeftMs } from '@sitwell/exam/time/exam-time'
import { withExtraTime } from '@sitwell/exam/time/extra-time'
import type { Database } from '../../../db/database.ts'
import type { FormRunTable, MarkEntryTable } from '../../../db/schema.ts'
import { plainBlocks } from '../../../paper/html-blocks.ts'
import { outagesBetween } from '../../../server-time/outages.ts'
import {
  selectAnswerEvents,
  selectAnswers,
  selectEventRows,
  selectExtraMs,
  selectLedger,
  selectMarks,
  type WrittenEvent,
} from '../../form-run/index.ts'
import { type LedgerContext, loadedOf } from '../../ledger/index.ts'
import { confirmedEntries, keyOfResponse, releasedBy, selectEntryRows } from '../../marks/index.ts'
import { marksOfRow } from '../../results/index.ts'
import type { Checked } from '../finding.ts'
import { verifyFormRun } from '../verify-form-run.ts'
import { activityLines, fileLines } from './activity-lines.ts'
import { answerLines } from './answer-lines.ts'
import { ledgerLines } from './ledger-lines.ts'
import { markLines } from './mark-lines.ts'
import { moment, type ReplayContext, type ReplayLine } from './replay-line.ts'
import { serverLines } from './server-lines.ts'

/** What the ledger had left at a moment, of the exam and of the part in which the learner was: undefined if that isn't timed. */
interface Left {
  readonly leftMs: number | undefined
  readonly partLeftMs: number | undefined
}

/** A line with what was left at its moment: nothing if the exam was over or not begun. */
export type TimedLine = ReplayLine & Left

/** A question as it was shown. */
export interface ShownQuestion {
  readonly number: number
  readonly id: string
  readonly type: string
  readonly text: string
  /** What its answer came to; undefined while nobody was told of any mark. */
  readonly mark: { readonly score: number; readonly of: number; readonly waits: boolean } | undefined
}

/** All that is known of a sitting. */
export interface Replay {
  readonly run: FormRunTable
  readonly examName: string
  readonly learner: string
  readonly marks: { readonly score: number; readonly of: number; readonly waiting: number } | undefined
  readonly checked: readonly Checked[]
  readonly questions: readonly ShownQuestion[]
  readonly lines: readonly TimedLine[]
}

const textOfHtml = (html: string): string =>
  plainBlocks(html, (alt) => `picture: ${alt}`)
    .map(({ text, marker }) => (marker === undefined ? text : `${marker} ${text}`))
    .join('\n')

const selectPeople = async ({ kysely }: Database, orgId: number, guids: readonly string[]) => {
  const rows = await kysely
    .selectFrom('person')
    .select(['user_guid', 'username', 'first_name', 'last_name'])
    .where('org_id', '=', orgId)
    .where('user_guid', 'in', guids)
    .execute()
  return new Map(rows.map((row) => [row.user_guid, `${row.first_name} ${row.last_name} (${row.username})`]))
}

const completionLine = (completedAt: number): ReplayLine => ({
  atMs: completedAt,
  clock: 'server',
  kind: 'completion',
  who: 'The server',
  what: 'The form run stands as completed from here on, and was marked.',
  quotes: [],
  evidence: [`form run, completed at ${moment(completedAt)}`],
})

const shownLine = (shownAt: number): ReplayLine => ({
  atMs: shownAt,
  clock: 'server',
  kind: 'completion',
  who: 'The server',
  what: 'The marks were told for the first time: from here on nothing of the learner changes them.',
  quotes: [],
  evidence: [`form run, marks told at ${moment(shownAt)}`],
})

const nothingLeft: Left = { leftMs: undefined, partLeftMs: undefined }

const leftOf = (time: ExamTime | undefined): Left => {
  if (!time) return nothingLeft
  const part = currentPart(time)
  return { leftMs: wholeLeftMs(time), partLeftMs: part?.isComplete ? undefined : part?.leftMs }
}

/** Gathers what is kept of a sitting, in the order in which it happened. Writes nothing. */
export const collectReplay = async (ledger: LedgerContext, run: FormRunTable): Promise<Replay> => {
  const { database } = ledger
  const { org_id: orgId, form_run_guid: formRunGuid } = run
  const rows = await selectEventRows(database, { orgId, formRunGuid })
  const answers = await selectAnswers(database, orgId, formRunGuid)
  const loaded = await loadedOf(ledger, run, 'content')
  const released = await releasedBy(database, run, loaded.exam)
  const byMarks = released === 'open' || released === 'closed'
  const marks = byMarks ? await selectMarks(database, orgId, formRunGuid) : marksOfRow(released)
  const plan = withExtraTime(loaded.plan, await selectExtraMs(database, run))
  // What somebody made unreadable is shown as it stands; it must not keep the rest from being shown.
  const events: readonly WrittenEvent[] = await selectLedger(database, { orgId, formRunGuid }).catch(() => [])
  const admins = new Map(events.flatMap(({ requestId, admin }) => (requestId && admin ? [[requestId, admin] as const] : [])))
  const outages = await outagesBetween(database, run.started_at, run.completed_at ?? ledger.clock.nowMs())
  const people = await selectPeople(database, orgId, [
    run.user_guid,
    ...rows.map(({ author }) => author),
    ...events.flatMap(({ admin }) => admin ?? []),
  ])
  const shown = new Map(loaded.layout.questions.map((question) => [question.id, question]))
  const parts = new Map(loaded.layout.sections.map(({ id, name }) => [id, name]))
  const context: ReplayContext = {
    question: (id) => (shown.has(id) ? `question ${shown.get(id)?.number}` : `the question ${id}`),
    person: (guid) =>
      guid === 'server' ? 'The server' : guid === 'command' ? 'Staff, by the sitwell command' : (people.get(guid) ?? guid),
    part: (id) => parts.get(id) || id,
  }
  const activities = await database.kysely
    .selectFrom('activity')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .orderBy('activity_id')
    .execute()
  const files = await database.kysely
    .selectFrom('uploaded_file')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .execute()
  // Until its learner was told, what they have sent may change them; whoever reads this could tell them.
  const isTold = run.completed_at !== null && run.marks_told_at !== null
  const isReported = isTold && released !== 'closed'
  // What was given since the confirmation isn't released; nor is anything before it, and how far the marking is tells of marks.
  const confirmed = confirmedEntries(events)
  const isShown = (entry: MarkEntryTable) =>
    (byMarks || entry.at <= released.computed_at) &&
    (confirmed === undefined ||
      entry.number <= (confirmed.get(keyOfResponse({ questionId: entry.question_id, part: entry.part })) ?? 0))
  const entries = isReported ? (await selectEntryRows(database, { orgId, formRunGuid })).filter(isShown) : []
  const lines = [
    ...ledgerLines(
      rows.filter(({ kind }) => kind !== 'mark' && (isReported || kind !== 'result-set')),
      context,
    ),
    ...markLines(entries, context),
    ...serverLines(run, outages),
    ...answerLines(await selectAnswerEvents(database, orgId, formRunGuid), { answers, admins }, context),
    ...(run.completed_at === null || rows.some(({ kind }) => kind === 'complete') ? [] : [completionLine(run.completed_at)]),
    ...(run.marks_told_at === null ? [] : [shownLine(run.marks_told_at)]),
    ...activityLines(activities, context),
    ...fileLines(files),
  ].sort((one, other) => one.atMs - other.atMs)
  const leftAt = (atMs: number) => {
    if (run.completed_at !== null && atMs > run.completed_at) return nothingLeft
    const time = timeAt(
      plan,
      events.filter((event) => event.atMs <= atMs),
      atMs,
    )
    return leftOf(time)
  }
  const markOf = new Map(isReported ? marks.map((mark) => [mark.question_id, mark]) : [])
  const markOn = (id: string) => {
    const mark = markOf.get(id)
    return mark && { score: mark.score, of: mark.max_score, waits: mark.needs_person === 1 }
  }
  return {
    run,
    examName: loaded.exam.name,
    learner: run.public_user_name ?? context.person(run.user_guid),
    marks: isReported
      ? {
          score: sumOfMarks(marks.map(({ score }) => score)),
          of: sumOfMarks(marks.map(({ max_score }) => max_score)),
          waiting: marks.filter(({ needs_person }) => needs_person === 1).length,
        }
      : undefined,
    checked: (await verifyFormRun(ledger, run)).filter(
      ({ about, findings }) => isReported || about !== 'mark entries' || findings.length > 0,
    ),
    questions: loaded.layout.questions.map(({ number, id, type, text }) => ({
      ...{ number, id, type, text: textOfHtml(text) },
      mark: markOn(id),
    })),
    lines: lines.map((line) => ({ ...line, ...leftAt(line.atMs) })),
  }
}
