import { settleAccommodations } from './accommodations/apply-to-sittings.ts'
import { forgetDocuments } from './accommodations/documents/forget-documents.ts'
import { completeEnded } from './assessment/completion/index.ts'
import { sweepFiles } from './assessment/files/index.ts'
import { listOlder } from './assessment/marks/index.ts'
import { endSupervision } from './assessment/schedules/index.ts'
import type { ApplicationContext } from './context.ts'
import { fillSearchNames, forgetErasedNames } from './db/fill-search-names.ts'
import { deriveAgain } from './deliveries/derive-again.ts'
import { scanWaiting } from './files/scan/scan-waiting.ts'
import { deleteEmptyBuckets } from './http/limits/buckets.ts'
import { removeLeftFolders } from './library/reading/own-folder.ts'
import { sweepUploads } from './library/uploads/sweep-uploads.ts'
import { continueActions } from './live-view/run-action.ts'
import { endSilentSessions } from './lms/cmi5/silent-sessions.ts'
import { sendMails } from './mail-outbox/index.ts'
import { returnMarked } from './mark-schemes/return-marked.ts'
import { forgetClaims } from './marking/claims.ts'
import { undoMs } from './office/people-import/import-calls.ts'
import { deleteRowsBefore } from './office/people-import/queries.ts'
import { applyRetentions } from './privacy/retention.ts'
import { freezeConfirmed, releaseDue } from './result-sets/index.ts'
import type { Job } from './scheduler.ts'
import { sweep } from './security/sweep.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const claimsKeptMs = 30 * 24 * hourMs

/**
 * The background work of a server, each job by itself (docs/operating.md lists them). Every node has them all, so each has to be one that
 * several nodes may do at once. `turnMs` is the shortest interval.
 */
export const jobsOf = (context: ApplicationContext, turnMs: number): readonly Job[] => {
  const { database, clock, moved, generation, forwarding, live, packageReader, operation } = context
  return [
    { name: 'moved-organisations', everyMs: turnMs, run: () => moved.look() },
    { name: 'generation', everyMs: turnMs, run: () => generation.look() },
    {
      name: 'end-exams',
      everyMs: turnMs,
      run: () =>
        completeEnded({
          ...context,
          completed: async (place, event, run) => {
            live.tell(place, [event])
            await endSupervision(context, run)
          },
        }),
    },
    { name: 'list-responses', everyMs: minuteMs, isDueAtStart: true, run: () => listOlder(context) },
    { name: 'settle-accommodations', everyMs: turnMs, run: () => settleAccommodations(context) },
    // Rules of time zones come with a new version of Node, on one node before the others.
    { name: 'derive-moments', everyMs: hourMs, isDueAtStart: true, run: () => deriveAgain(context) },
    { name: 'continue-actions', everyMs: turnMs, run: () => continueActions(context) },
    { name: 'freeze-results', everyMs: turnMs, isDueAtStart: true, run: () => freezeConfirmed(context) },
    { name: 'release-results', everyMs: turnMs, isDueAtStart: true, run: () => releaseDue(context) },
    { name: 'return-marked', everyMs: minuteMs, isDueAtStart: true, run: () => returnMarked(context) },
    { name: 'scan-files', everyMs: turnMs, run: () => scanWaiting(context) },
    { name: 'read-uploads', everyMs: turnMs, isDueAtStart: true, run: () => packageReader.look() },
    { name: 'send-mails', everyMs: turnMs, run: () => sendMails(context) },
    { name: 'forward-statements', everyMs: turnMs, run: () => forwarding.round() },
    { name: 'forget-attempts', everyMs: minuteMs, run: () => deleteEmptyBuckets(database, clock.nowMs()) },
    {
      name: 'fill-search-names',
      everyMs: minuteMs,
      run: async () => {
        await fillSearchNames(database.kysely)
        await forgetErasedNames(database.kysely)
      },
    },
    { name: 'end-silent-sessions', everyMs: 10 * minuteMs, isDueAtStart: true, run: () => endSilentSessions(context) },
    // A claim says for a month to whom a response was given.
    { name: 'forget-claims', everyMs: hourMs, run: () => forgetClaims(database.kysely, clock.nowMs() - claimsKeptMs) },
    { name: 'sweep-files', everyMs: hourMs, run: () => sweepFiles(context) },
    { name: 'sweep-uploads', everyMs: hourMs, run: () => sweepUploads(context) },
    { name: 'sweep-folders', everyMs: hourMs, isDueAtStart: true, run: () => removeLeftFolders(context.config, Date.now()) },
    { name: 'sweep-sign-ins', everyMs: hourMs, run: () => sweep(context) },
    { name: 'look-at-certificate', everyMs: hourMs, isDueAtStart: true, run: () => operation.certificate.look() },
    { name: 'forget-imports', everyMs: hourMs, run: () => deleteRowsBefore(database, clock.nowMs() - undoMs) },
    { name: 'forget-documents', everyMs: hourMs, run: () => forgetDocuments(context) },
    { name: 'retention', everyMs: hourMs, run: () => applyRetentions(database, clock.nowMs()) },
  ]
}
