import { readFile } from 'node:fs/promises'
import { canHaveBeen, type LateCounts } from '@sitwell/exam/answers/late-counts'
import { type Receipt, readReceipt } from '@sitwell/exam/answers/receipt'
import { lateSince, reopenedSince } from '../assessment/completion/index.ts'
import { checkLedger, counted } from '../assessment/evidence/index.ts'
import {
  selectAnswerEvents,
  selectAnswers,
  selectEventRows,
  selectFormRunOfOrganisation,
} from '../assessment/form-run/index.ts'
import { receiptOf, versionOf } from '../assessment/results/index.ts'
import type { Database } from '../db/database.ts'
import type { FormRunTable } from '../db/schema.ts'
import { setBackAfter } from '../generation/queries.ts'

/** A receipt as it was given: the line itself, or a file that holds it. */
export const receiptIn = async (given: string): Promise<Receipt | undefined> =>
  readReceipt(given) ?? readReceipt(await readFile(given, 'utf8').catch(() => ''))

/** In what a receipt and what is stored differ; empty if they match. */
const differences = (given: Receipt, stored: Receipt): string[] => [
  ...(given.completedAt === stored.completedAt ? [] : [`completed at ${stored.completedAt}, not at ${given.completedAt}`]),
  ...(given.answers === stored.answers ? [] : [`${stored.answers} answers are stored, not ${given.answers}`]),
  ...(given.checksum === stored.checksum ? [] : ['the answers that are stored are not those that the receipt was made for']),
]

/**
 * What keeps the ledger from being the one that the learner has the hash of: that event and all before it have to be what they were.
 * A receipt from before ledgers were chained says nothing of it.
 */
const ledgerDifferences = async (database: Database, run: FormRunTable, { ledger }: Receipt): Promise<readonly string[]> => {
  if (ledger === undefined) return []
  const rows = await selectEventRows(database, { orgId: run.org_id, formRunGuid: run.form_run_guid })
  if (!rows.some(({ hash }) => hash === ledger)) return ['the ledger is not the one that stood when the receipt was given']
  return checkLedger(run, rows).findings
}

/** What came late, in words. */
const lateWords = ({ counted: countedLate, waiting, notCounted }: LateCounts): string => {
  const { late, paused, closed, markTold } = notCounted
  const not = [
    { count: late, why: 'came too late' },
    { count: paused, why: 'were given in a pause' },
    { count: closed, why: 'were to a part that was closed, or to be read only' },
    { count: markTold, why: 'came after a mark was told' },
  ].filter(({ count }) => count > 0)
  const why = not.map(({ count, why }) => `${count} ${why}`).join(', ')
  const refused = late + paused + closed + markTold
  return `late: ${countedLate} counted, ${waiting} waiting for staff, ${refused} not counted${why === '' ? '' : ` (${why})`}`
}

const onServerWords = ({ answers, onServer = answers }: Receipt): string =>
  `answers to ${counted(onServer, 'question')} on the server`

/** What keeps that which the receipt says of late answers from being so; a receipt of before says nothing of them. */
const lateDifferences = async (database: Database, run: FormRunTable, { late, saves }: Receipt): Promise<string[]> => {
  if (late === undefined || saves === undefined) return []
  const events = await selectAnswerEvents(database, run.org_id, run.form_run_guid)
  const came = events.filter(({ number }) => number !== null && number <= saves)
  if (came.length !== saves)
    return [`of the ${counted(saves, 'save')} that had come when the receipt was given ${came.length} are there`]
  const standing = new Map(
    (await selectAnswers(database, run.org_id, run.form_run_guid)).map(({ question_id, sequence }) => [question_id, sequence]),
  )
  // Whatever has replaced since one that staff let count came later.
  const mayStand = ({ questionId, sequence }: ReturnType<typeof versionOf>) => (standing.get(questionId) ?? -1) >= sequence
  return canHaveBeen(late, came.map(versionOf), mayStand)
    ? []
    : [`the history doesn't say of late answers what the receipt says: ${lateWords(late)}`]
}

/**
 * `sitwell verify` of a receipt: says whether it matches what is stored. Answers the exit code: 0 if it does, or did until answers
 * that came late were let count: nothing else changes a stored answer after the completion.
 */
export const verifyReceipt = async (database: Database, orgId: number, receipt: Receipt): Promise<number> => {
  const { formRunGuid } = receipt
  const run = await selectFormRunOfOrganisation(database, orgId, formRunGuid)
  if (!run) {
    console.error(`Organisation ${orgId} has no form run ${formRunGuid}.`)
    return 1
  }
  const stored = await receiptOf(database, run)
  const found = stored ? differences(receipt, stored) : ['the form run is not completed']
  const inLedger = [...(await ledgerDifferences(database, run, receipt)), ...(await lateDifferences(database, run, receipt))]
  const sayNow = () => {
    if (receipt.late) console.log(`When it was given, ${lateWords(receipt.late)}.`)
    if (stored?.late) console.log(`Now: ${onServerWords(stored)}; ${lateWords(stored.late)}.`)
  }
  if (found.length === 0 && inLedger.length === 0) {
    console.log(
      `The receipt matches: form run ${formRunGuid}, completed at ${receipt.completedAt}, ${receipt.answers} answers.`,
    )
    sayNow()
    return 0
  }
  const letCount = inLedger.length === 0 ? await lateSince(database, run, receipt) : undefined
  if (letCount !== undefined) {
    console.log(`The receipt matches what was stored when it was given: form run ${formRunGuid}, ${receipt.answers} answers.`)
    console.log(`${letCount} answers came late and were let count since; sitwell history ${formRunGuid} lists them.`)
    sayNow()
    return 0
  }
  const reopened = inLedger.length === 0 ? await reopenedSince(database, run, receipt) : undefined
  if (reopened) {
    console.log(`The receipt matches what was stored when it was given: form run ${formRunGuid}, ${receipt.answers} answers.`)
    console.log(`The form run was opened again at ${new Date(reopened.atMs).toISOString()}: ${reopened.reason}`)
    return 0
  }
  const setBack = await setBackAfter(database, receipt.completedAt)
  const setBackAt = setBack && new Date(setBack.since_at).toISOString()
  if (setBackAt && stored?.checksum === receipt.checksum && stored.answers === receipt.answers) {
    console.error(`The receipt matches in its answers alone: form run ${formRunGuid}, ${receipt.answers} answers.`)
    console.error(
      `The database was found to be set back at ${setBackAt}: it may have forgotten the completion at ${receipt.completedAt}, of which nothing but the receipt tells now. It was completed again at ${stored.completedAt}.`,
    )
    sayNow()
    return 1
  }
  console.error(`The receipt does not match form run ${formRunGuid}:`)
  for (const difference of [...found, ...inLedger]) console.error(`  ${difference}`)
  if (setBackAt)
    console.error(
      `  The database was found to be set back at ${setBackAt}: what it has forgotten is here as far as devices brought it again.`,
    )
  return 1
}
