import { saveTime } from '@sitwell/contract'
import { hasRunningParts } from '@sitwell/exam/time/exam-plan'
import { millisecondsOf } from '@sitwell/exam/time/milliseconds'
import { createPageWitness } from '../../generation/page-witness.ts'
import type { Caller } from '../../http/caller.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import type { AssessmentContext } from '../assessment-context.ts'
import { type FormRunFacts, selectFormRun } from '../form-run/index.ts'
import {
  changeLedger,
  createTimeWriter,
  eventsOfMoves,
  type Moves,
  noteAdministrator,
  openedByAdministrator,
} from '../ledger/index.ts'

/** Keeps the lower of the time left that is held and the one that is claimed, and what the two clocks differ by. */
export const saveTimeRoute = (context: AssessmentContext) => {
  const { database, exams, clock, config, formRunFacts, contacts } = context
  const write = createTimeWriter(database)
  const witness = createPageWitness(context)

  /**
   * Writes into the ledger where the learner is, and what they finished, if that is news. Answers whether they are in a part that is
   * closed: of it no time is taken any more.
   */
  const noteMoves = async (caller: Caller, facts: FormRunFacts, moves: Moves): Promise<boolean> => {
    const formRunGuid = facts.form_run_guid
    const run = await selectFormRun(database, caller, formRunGuid)
    const loaded = run && (await exams.load(run, 'rules'))
    if (!loaded || run.completed_at !== null) return false
    const partId = loaded.partIds.get(moves.page)
    facts.seenIn = run.part_id
    if (partId === run.part_id && !moves.completedParts?.length && !moves.skippedReading?.length) return false
    const place = { orgId: run.org_id, formRunGuid }
    const state = await changeLedger(context, place, caller, (before) => eventsOfMoves(before, moves, config.lateSaveGraceMs))
    // An answer in the part that was left is a move back: it must not pass for one in the part where the learner is.
    facts.seenIn = state?.time.partId ?? null
    return partId !== undefined && state?.time.parts[partId]?.isComplete === true
  }

  const notFound = () => refuse('NOT_FOUND', 'There is no such form run for this person.')

  const whyNotWritten = async (caller: Caller, formRunGuid: string) =>
    (await selectFormRun(database, caller, formRunGuid))
      ? refuse('FORM_RUN_COMPLETED', 'The form run has been completed.')
      : notFound()

  return route(
    saveTime,
    async ({ caller, body }) => {
      const { formRunGuid, sequence, readingLeft } = body
      const facts = await formRunFacts(caller, formRunGuid)
      if (!facts) return notFound()
      await noteAdministrator(context, caller, formRunGuid, openedByAdministrator(caller))
      const loaded = await exams.load(facts, 'rules')
      const moves = { ...body, readingLeftMs: readingLeft === undefined ? undefined : millisecondsOf(readingLeft) }
      if (loaded && hasRunningParts(loaded.plan) && (await noteMoves(caller, facts, moves))) {
        await contacts.note({ orgId: caller.orgId, formRunGuid }, caller)
        return { ok: true, value: {} }
      }
      const saves = await write({
        ...{ orgId: caller.orgId, formRunGuid, sequence, nowMs: clock.nowMs(), by: caller },
        page: loaded?.partIds.has(body.page) ? body.page : undefined,
        timeRemainingMs: Math.round(body.timeRemaining * 1000),
        elapsedMs: Math.round(body.elapsedTime * 1000),
      })
      if (saves !== undefined) {
        const place = { orgId: caller.orgId, formRunGuid }
        contacts.noted(place, caller)
        witness.hear(place, body, saves, { isMore: false })
        return { ok: true, value: body.heard === undefined ? {} : { saves, savesSeal: witness.sealOf(place, saves) } }
      }
      return whyNotWritten(caller, formRunGuid)
    },
    { shortReply: true },
  )
}
