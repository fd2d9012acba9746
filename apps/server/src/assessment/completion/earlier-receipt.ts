import type { Receipt } from '@sitwell/exam/answers/receipt'
import type { Database } from '../../db/database.ts'
import type { AnswerEventTable, AnswerTable, FormRunTable } from '../../db/schema.ts'
import { selectAnswerEvents, selectAnswers, selectLedger } from '../form-run/index.ts'
import { receiptOver } from '../results/index.ts'

type Standing = ReadonlyMap<string, AnswerEventTable>

/** What came too late to be applied as it came, and may have been let count since. */
const lateOutcomes: ReadonlySet<AnswerEventTable['outcome']> = new Set([
  'late',
  'late-applied',
  'over-time',
  'in-pause',
  'review',
])

/** What stood at the completion with these late ones let count, and then after each that came late and was applied within the grace. */
const standingsWith = (events: readonly AnswerEventTable[], letCount: ReadonlySet<AnswerEventTable>): Standing[] => {
  const newest = new Map<string, AnswerEventTable>()
  const place = (event: AnswerEventTable) => {
    if ((newest.get(event.question_id)?.sequence ?? 0) < event.sequence) newest.set(event.question_id, event)
  }
  for (const event of events) if (event.outcome === 'applied' || letCount.has(event)) place(event)
  const found: Standing[] = [new Map(newest)]
  for (const event of events) {
    if (event.outcome !== 'late-applied') continue
    place(event)
    found.push(new Map(newest))
  }
  return found
}

/** An invigilator may have let late answers count before the completion too: all that had come by then, which no answer tells. */
const standings = (events: readonly AnswerEventTable[], completedAt: number): Standing[] => {
  const waited = events.filter(({ outcome }) => outcome === 'over-time' || outcome === 'in-pause' || outcome === 'review')
  const before = waited.filter(({ received_at }) => received_at <= completedAt)
  const prefixes = [[], ...before.map((_, index) => before.slice(0, index + 1))]
  return prefixes.flatMap((letCount) => standingsWith(events, new Set(letCount)))
}

/** The event that put an answer where it stands; undefined if none says the same. */
const eventOf = (row: AnswerTable, events: readonly AnswerEventTable[]) =>
  events.find(
    (event) =>
      event.question_id === row.question_id &&
      event.sequence === row.sequence &&
      event.writer_id === row.writer_id &&
      event.answer === row.answer &&
      event.workings === row.workings,
  )

/**
 * How many answers were let count since a receipt was given, where they are all that keeps it from matching: what it was given for
 * is in the history, and what is stored now differs from that by answers that came late. Undefined if they don't explain it.
 */
export const lateSince = async (
  { kysely }: Pick<Database, 'kysely'>,
  { org_id, form_run_guid, completed_at }: FormRunTable,
  given: Receipt,
): Promise<number | undefined> => {
  if (completed_at === null) return undefined
  const rows = await selectAnswers({ kysely }, org_id, form_run_guid)
  const events = await selectAnswerEvents({ kysely }, org_id, form_run_guid)
  for (const standing of standings(events, completed_at)) {
    const then = await receiptOver({ form_run_guid, completed_at }, [...standing.values()])
    if (then.checksum !== given.checksum || then.answers !== given.answers || then.completedAt !== given.completedAt) continue
    const changed = rows.flatMap((row) => {
      const event = eventOf(row, events)
      return event && event === standing.get(row.question_id) ? [] : [event]
    })
    const isWhole = [...standing.keys()].every((id) => rows.some((row) => row.question_id === id))
    return isWhole && changed.every((event) => event && lateOutcomes.has(event.outcome)) ? changed.length : undefined
  }
  return undefined
}

/**
 * When and why a form run was opened again after the completion that a receipt was given for, where the history shows that what the
 * receipt was made for was stored then. Undefined if there was no such completion, or it says something else.
 */
export const reopenedSince = async (
  database: Pick<Database, 'kysely'>,
  { org_id, form_run_guid }: FormRunTable,
  given: Receipt,
): Promise<{ readonly atMs: number; readonly reason: string } | undefined> => {
  const ledger = await selectLedger(database, { orgId: org_id, formRunGuid: form_run_guid })
  const index = ledger.findIndex(({ kind, atMs }) => kind === 'complete' && new Date(atMs).toISOString() === given.completedAt)
  const completedAt = ledger[index]?.atMs
  const reopened = ledger.slice(index + 1).find((event) => event.kind === 'reopen')
  if (completedAt === undefined || reopened?.kind !== 'reopen') return undefined
  const events = await selectAnswerEvents(database, org_id, form_run_guid)
  const before = events.filter((event) => event.received_at <= reopened.atMs)
  for (const standing of standings(before, completedAt)) {
    const then = await receiptOver({ form_run_guid, completed_at: completedAt }, [...standing.values()])
    if (then.checksum === given.checksum && then.answers === given.answers)
      return { atMs: reopened.atMs, reason: reopened.text }
  }
  return undefined
}
