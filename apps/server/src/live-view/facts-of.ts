import { timeOf } from '../deliveries/time-of.ts'
import type { BaseRow } from './base-rows.ts'
import { type Details, examIn } from './details.ts'
import type { LiveFacts, PageFacts, SittingFacts } from './facts.ts'
import type { LedgerFacts } from './read-sittings.ts'

const pageOf = (row: BaseRow): PageFacts | undefined =>
  row.waited_at === null && row.reported_at === null
    ? undefined
    : {
        waitedAtMs: row.waited_at ?? undefined,
        reportedAtMs: row.reported_at ?? undefined,
        leftMs: row.left_ms ?? undefined,
        offMs: row.off_ms ?? undefined,
        clockOffMs: row.clock_off_ms ?? undefined,
        unsent: row.unsent ?? 0,
        build: row.build ?? undefined,
      }

const questionAt = (page: string | null, { numbers }: LedgerFacts): SittingFacts['question'] => {
  const number = page === null ? undefined : numbers.get(page)
  return number === undefined ? undefined : { number, of: numbers.size }
}

/** What is known of a sitting by its row, its ledger and its answers. */
export interface Known {
  readonly ledger: LedgerFacts | undefined
  readonly savedAtMs: number | undefined
}

const sittingOf = (row: BaseRow, { ledger, savedAtMs }: Known): SittingFacts | undefined => {
  if (row.form_run_guid === null || row.started_at === null || !ledger) return undefined
  const { numbers: _, lastEvent: __, ...said } = ledger
  return {
    ...said,
    ...{ formRunGuid: row.form_run_guid, startedAtMs: row.started_at, completedAtMs: row.completed_at ?? undefined },
    ...{ heardAtMs: row.heard_at ?? undefined, savedAtMs, endsAtMs: row.ends_at ?? undefined },
    ...{ pausedAtMs: row.paused_at ?? undefined, heldUntilMs: row.held_until ?? undefined },
    question: questionAt(row.page, ledger),
  }
}

/** All that is known of somebody in a live view; undefined of a person who is no longer there. */
export const factsOf = (row: BaseRow, details: Details, known: Known, nowMs: number): LiveFacts | undefined => {
  const person = details.people.get(row.user_guid)
  if (!person) return undefined
  const exam = examIn(details, row)
  const sitting = sittingOf(row, known)
  const before = sitting
    ? undefined
    : timeOf(exam?.seconds ?? null, row, details.accommodations.get(row.user_guid) ?? [], nowMs)
  return {
    ...{ scheduleGuid: row.schedule_guid, userGuid: row.user_guid, userId: person.user_id, username: person.username },
    ...{ firstName: person.first_name, lastName: person.last_name, examGuid: row.exam_guid, examName: exam?.name ?? '' },
    ...{ deliveryId: row.delivery_id ?? undefined, roomId: row.room_id ?? undefined },
    ...{ opensAtMs: row.start_at ?? undefined, closesAtMs: row.complete_at ?? undefined, isHeld: row.held_at !== null },
    ...{ wholeMs: before?.wholeMs, ownMs: before?.ownMs ?? 0, addedMs: (row.extra_time_seconds ?? 0) * 1000 },
    ...{ attendance: row.attendance ?? undefined, page: pageOf(row), sitting },
  }
}
