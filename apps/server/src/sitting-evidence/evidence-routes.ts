import { Readable } from 'node:stream'
import {
  type EvidenceOutcome,
  officeAddNote,
  officeEvidence,
  officeReplaySitting,
  officeVerifySitting,
} from '@sitwell/contract'
import { decidableOutcomes } from '@sitwell/exam/result-sets/outcome'
import { replayPage, verifyFormRun } from '../assessment/evidence/index.ts'
import { addNote, type LedgerContext } from '../assessment/ledger/index.ts'
import type { Database } from '../db/database.ts'
import { refuse } from '../http/refusal.ts'
import { type SentFile, sendFile } from '../http/sent-file.ts'
import { route } from '../http/service.ts'
import { namesOf } from '../office/people/names-of.ts'
import type { SecurityContext } from '../security/security-context.ts'
import { collectNamedReplay } from './collect-named-replay.ts'
import { findEvidence, findSitting, nobodyHere } from './find-sitting.ts'
import { namesIn, readSitting, shownNotes } from './read-sitting.ts'

type Context = LedgerContext & Pick<SecurityContext, 'database' | 'securityLog'>

const iso = (ms: number) => new Date(ms).toISOString()

/** What was decided about a person's outcome, the oldest first. */
const readOutcomes = async (
  database: Database,
  { orgId, deliveryId, userGuid }: { readonly orgId: number; readonly deliveryId: string; readonly userGuid: string },
  mayName: boolean,
): Promise<EvidenceOutcome[]> => {
  const rows = await database.kysely
    .selectFrom('outcome_entry')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('delivery_id', '=', deliveryId)
    .where('user_guid', '=', userGuid)
    .orderBy('number')
    .execute()
  const nameOf = await namesOf(database, orgId, mayName ? [...new Set(rows.map(({ author }) => author))] : [])
  return rows.map((row) => {
    const outcome = decidableOutcomes.find((one) => one === row.outcome)
    return {
      ...{ act: row.act, reason: row.reason, at: iso(row.at) },
      ...(outcome && { outcome }),
      ...(mayName && { by: nameOf(row.author) }),
    }
  })
}

/** How the result of one person in a delivery came about. */
export const officeEvidenceRoute = (context: Context) =>
  route(officeEvidence, async ({ caller, query, request }) => {
    const { database, clock, securityLog } = context
    const nowMs = clock.nowMs()
    const { deliveryID, userID, formRunGuid } = query
    const found = await findEvidence(database, caller, { deliveryID, userID, permission: 'results.read', nowMs })
    const run = found?.runs.find((one) => formRunGuid === undefined || one.form_run_guid === formRunGuid)
    if (!found || (formRunGuid !== undefined && !run)) return nobodyHere
    const { person, delivery, runs, may } = found
    const { user_guid: userGuid } = person
    const [mayName, showsMarks] = [may('roles.read'), may('marks.read')]
    const nameOf = run ? await namesIn(database, run, mayName) : () => undefined
    const sitting = run && (await readSitting(context, run, { deliveryId: deliveryID, showsMarks, nameOf }))
    securityLog.note({
      ...{ kind: 'evidence-read', orgId: caller.orgId, userGuid, author: caller.userGuid, address: request.ip },
      ...{ what: officeEvidence.name, target: { deliveryID, userID } },
    })
    return {
      ok: true,
      value: {
        person: {
          ...{ userID: person.user_id, username: person.username, firstName: person.first_name, lastName: person.last_name },
          ...(person.learner_identifier !== null && { identifier: person.learner_identifier }),
        },
        delivery: { deliveryID, name: delivery.name, examName: delivery.exam_name },
        sittings: runs.map((one) => ({
          ...{ formRunGuid: one.form_run_guid, startedAt: iso(one.started_at) },
          ...(one.completed_at !== null && { completedAt: iso(one.completed_at) }),
        })),
        ...(sitting && { sitting }),
        outcomes: await readOutcomes(database, { orgId: caller.orgId, deliveryId: deliveryID, userGuid }, mayName),
        may: { marks: showsMarks, note: may('results.confirm') && userGuid !== caller.userGuid },
        asOf: iso(nowMs),
      },
    }
  })

/** Checks what is kept of a sitting. What a finding says of marks is for whoever may read them. */
export const officeVerifySittingRoute = (context: Context) =>
  route(officeVerifySitting, async ({ caller, body }) => {
    const nowMs = context.clock.nowMs()
    const found = await findSitting(context.database, caller, { ...body, permission: 'marks.read', nowMs })
    if (!found) return nobodyHere
    const checked = await verifyFormRun(context, found.run)
    return {
      ok: true,
      value: {
        checked: checked.map(({ about, says, findings }) => ({ about, says, findings: [...findings] })),
        asOf: iso(nowMs),
      },
    }
  })

const replayFile = (page: string, number: number): SentFile => {
  const bytes = Buffer.from(page)
  return { name: `replay-${number}.html`, size: bytes.length, bytes: Readable.from([bytes]) }
}

/** The page of `sitwell replay` of a sitting. */
export const officeReplaySittingRoute = (context: Context) =>
  route(
    officeReplaySitting,
    async ({ caller, body }) => {
      const nowMs = context.clock.nowMs()
      const found = await findSitting(context.database, caller, { ...body, permission: 'results.read', nowMs })
      if (!found) return nobodyHere
      const page = replayPage(await collectNamedReplay(context, found), { nowMs, timeZone: undefined })
      return { ok: true, value: replayFile(page, found.run.form_run_id) }
    },
    // What the handler above has made.
    { send: (reply, value) => sendFile(reply, value as SentFile) },
  )

const ownSitting = refuse('NOT_ALLOWED', 'Nobody writes a note on their own sitting.')

/** Writes a note for the file of a sitting. */
export const officeAddNoteRoute = (context: Context) =>
  route(officeAddNote, async ({ caller, body }) => {
    const { database, clock } = context
    const found = await findSitting(database, caller, { ...body, permission: 'results.confirm', nowMs: clock.nowMs() })
    if (!found) return nobodyHere
    const { run, may } = found
    if (run.user_guid === caller.userGuid) return ownSitting
    const place = { orgId: run.org_id, formRunGuid: run.form_run_guid }
    await addNote(context, place, { author: caller.userGuid, requestId: body.requestId, text: body.text.trim() })
    const nameOf = await namesIn(database, run, may('roles.read'))
    return { ok: true, value: { notes: await shownNotes(database, run, nameOf) } }
  })
