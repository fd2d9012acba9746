import { judgeLate, type LateRules, type LateVerdict, type TypedClaim } from '@sitwell/exam/answers/late-answers'
import { settledBy } from '@sitwell/exam/answers/settled-part'
import { silencesOf } from '@sitwell/exam/ledger/contact'
import { pauses } from '@sitwell/exam/ledger/standstill'
import type { PartWindow } from '@sitwell/exam/parts/part-windows'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { FormRunTable, Schema } from '../../db/schema.ts'
import { outagesBetween } from '../../server-time/outages.ts'
import type { AssessmentContext } from '../assessment-context.ts'
import { selectLedger, selectPartWindows } from '../form-run/index.ts'
import { contactOf, isHeldAt } from '../ledger/index.ts'
import { offlineRules } from './offline-rules.ts'

/** The result of a form run, an answer or a file. */
export interface Arrived {
  /** The part of the paper that it belongs to; empty if no part of the exam has its own end. */
  readonly partId: string
  readonly receivedMs: number
  /** When its browser says that it was typed, or chosen. */
  readonly claim?: TypedClaim | undefined
  /** It had been kept in the browser, and sent later. */
  readonly isFromStore?: boolean
  /** It was handed in, and nothing shows that its browser made it. */
  readonly isUnsealed?: boolean
  /** It is an answer: the keys of later parts matter. A file was announced with its choice, so they don't. */
  readonly isAnswer?: boolean
}

/** How it was judged, and on what. */
export interface Judgement extends LateVerdict {
  readonly window: PartWindow | undefined
  /** The end of its part, or of all the time, or the beginning of a pause, whichever is first; undefined if there is none. */
  readonly endMs: number | undefined
  /** It was typed in a pause, or came into one. */
  readonly isInPause: boolean
  /** Milliseconds after that end; 0 if it was in time. */
  readonly lateMs: number
  /** What its browser claimed, and the stretches in which nothing was heard, or no server was there to hear. */
  readonly evidence: object
}

/** By which rules an organisation has what came late judged. */
export const lateRulesOf = async (
  { database, config }: Pick<AssessmentContext, 'database' | 'config'>,
  orgId: number,
): Promise<LateRules> => ({ ...(await offlineRules(database, orgId)), graceMs: config.lateSaveGraceMs })

/** Judges what came by `judgeLate` of `packages/exam`: of a form run as it is now, its contact noted. */
export const judgeArrival = async (
  kysely: Kysely<Schema>,
  run: FormRunTable,
  { partId, receivedMs, claim, isFromStore = false, isUnsealed = false, isAnswer = false }: Arrived,
  rules: LateRules,
): Promise<Judgement> => {
  const windows = await selectPartWindows({ kysely }, { orgId: run.org_id, formRunGuid: run.form_run_guid })
  const window = windows.get(partId)
  const pausedMs = isHeldAt(run, receivedMs) ? run.paused_at : null
  const ends = [run.ends_at, pausedMs, window?.endsAtMs].filter((end) => typeof end === 'number')
  const endMs = ends.length === 0 ? undefined : Math.min(...ends)
  const outages = claim ? await outagesBetween({ kysely } satisfies Pick<Database, 'kysely'>, run.started_at, receivedMs) : []
  const known = [...silencesOf(contactOf(run)), ...outages]
  const closedMs = isAnswer && window?.lastSequence !== undefined ? window.endsAtMs : undefined
  // The ledger adds nothing if the form run was never paused and the part isn't closed.
  const isInLedger = run.held_until !== null || closedMs !== undefined
  const events = isInLedger ? await selectLedger({ kysely }, { orgId: run.org_id, formRunGuid: run.form_run_guid }) : []
  const settled = closedMs === undefined ? undefined : settledBy(events, partId, closedMs)
  const verdict = judgeLate(
    {
      receivedMs,
      startedMs: run.started_at,
      endMs,
      completedMs: run.completed_at ?? undefined,
      isMarkShown: run.marks_told_at !== null,
      claim,
      isUnsealed,
      silences: known,
      pauses: pauses(events),
      settled,
    },
    rules,
  )
  const sinceMs = Math.min(claim?.contactMs ?? receivedMs, endMs ?? receivedMs)
  return {
    ...verdict,
    window,
    endMs,
    isInPause: verdict.reason === 'in-pause' || (pausedMs !== null && pausedMs === endMs),
    lateMs: endMs === undefined ? 0 : Math.max(0, receivedMs - endMs),
    evidence: { claim, isFromStore, endMs, silences: known.filter(({ toMs }) => toMs >= sinceMs) },
  }
}
