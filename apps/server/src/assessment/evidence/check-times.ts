import { runsFromMs, timeAt } from '@sitwell/exam/ledger/ledger'
import { type PartWindow, partWindows } from '@sitwell/exam/parts/part-windows'
import type { ExamPlan } from '@sitwell/exam/time/exam-plan'
import type { FormRunTable } from '../../db/schema.ts'
import type { WrittenEvent } from '../form-run/index.ts'
import { endOfRun } from '../ledger/index.ts'
import { type Checked, counted } from './finding.ts'

/** What is kept of the time of a form run, as the ledger makes it. */
interface StoredTimes {
  readonly partId: string | null
  readonly endsAtMs: number | null
  readonly parts: ReadonlyMap<string, PartWindow>
}

/** Whether both were written at once: at one moment, by one request. Two requests may come within one moment. */
const areAtOnce = (one: WrittenEvent, next: WrittenEvent | undefined): boolean =>
  next?.atMs === one.atMs && next.requestId === one.requestId

/** What was kept after each writing into the ledger, one after another: ends stay once they are over. */
const storedBy = (plan: ExamPlan, events: readonly WrittenEvent[]): StoredTimes | undefined => {
  let stored: StoredTimes | undefined
  for (const [index, event] of events.entries()) {
    if (areAtOnce(event, events[index + 1])) continue
    const nowMs = event.atMs
    const written = events.slice(0, index + 1)
    const time = timeAt(plan, written, nowMs)
    if (!time) return undefined
    const heldEnds = [...(stored?.parts ?? [])].flatMap(([id, { endsAtMs }]) =>
      endsAtMs === undefined ? [] : [[id, endsAtMs] as const],
    )
    stored = {
      partId: time.partId ?? null,
      endsAtMs: endOfRun(time, stored?.endsAtMs ?? null, { nowMs, fromMs: runsFromMs(written, nowMs) }),
      parts: partWindows({ plan, events: written, time, nowMs }, new Map(heldEnds)),
    }
  }
  return stored
}

/** When the form run was completed by its ledger: null if it is open, undefined if the ledger says nothing of it. */
const completedBy = (events: readonly WrittenEvent[]): number | null | undefined => {
  const last = events.findLast(({ kind }) => kind === 'complete' || kind === 'reopen')
  return last && (last.kind === 'complete' ? last.atMs : null)
}

const momentText = (atMs: number | null | undefined) =>
  atMs === null || atMs === undefined ? 'nowhere yet' : new Date(atMs).toISOString()

const partFindings = (parts: ReadonlyMap<string, PartWindow>, held: ReadonlyMap<string, PartWindow>): string[] =>
  [...new Set([...parts.keys(), ...held.keys()])].flatMap((id) => {
    const [expected, found] = [parts.get(id), held.get(id)]
    if (expected?.endsAtMs !== found?.endsAtMs)
      return [
        `Part ${id} is kept as ending at ${momentText(found?.endsAtMs)}; by the ledger that is ${momentText(expected?.endsAtMs)}.`,
      ]
    if (expected?.opensAtMs !== found?.opensAtMs)
      return [`Part ${id} opens for answers at another moment than the ledger makes it.`]
    return expected?.lastSequence === found?.lastSequence
      ? []
      : [`Part ${id} was closed after another save than the ledger has.`]
  })

/**
 * Holds the times that are kept against what the ledger makes of them. `plan` has the schedule's extra time in it, as it is now: where
 * that was changed while the exam was sat, the times follow with the next event.
 */
export const checkTimes = (
  run: FormRunTable,
  plan: ExamPlan,
  {
    events,
    held,
    isChained,
  }: {
    /** Undefined if the ledger can't be read. */
    readonly events: readonly WrittenEvent[] | undefined
    readonly held: ReadonlyMap<string, PartWindow>
    /** From its first event on. Before there were chains, servers worked times out by other rules, which nobody can play again. */
    readonly isChained: boolean
  },
): Checked => {
  const about = 'times'
  if (!isChained) return { about, says: 'begun by a server of an earlier version: not held against the ledger', findings: [] }
  if (events === undefined)
    return { about, says: '', findings: ['The ledger can no longer be read, so nothing shows what the times have to be.'] }
  if (events.length === 0) return { about, says: 'the ledger has not begun', findings: [] }
  const stored = storedBy(plan, events)
  if (!stored) return { about, says: '', findings: ['The ledger has no start, so nothing shows what the times have to be.'] }
  const completedAt = completedBy(events)
  return {
    about,
    says: `${stored.endsAtMs === null ? 'no end' : `the end at ${momentText(stored.endsAtMs)}`} and ${counted(held.size, 'part')}, as the ledger makes them`,
    findings: [
      ...(stored.endsAtMs === run.ends_at
        ? []
        : [`The time is kept as ending at ${momentText(run.ends_at)}; by the ledger that is ${momentText(stored.endsAtMs)}.`]),
      ...(stored.partId === run.part_id
        ? []
        : [`The learner is kept as being in part ${run.part_id ?? 'none'}; by the ledger that is ${stored.partId ?? 'none'}.`]),
      ...(completedAt === undefined || completedAt === run.completed_at
        ? []
        : [
            `The form run is kept as completed at ${momentText(run.completed_at)}; by the ledger that is ${momentText(completedAt)}.`,
          ]),
      ...partFindings(stored.parts, held),
    ],
  }
}
