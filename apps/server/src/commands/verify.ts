import { readFile } from 'node:fs/promises'
import {
  counted,
  findingsOf,
  headOf,
  type LedgerHead,
  readHead,
  verifyFormRun,
  writeHead,
} from '../assessment/evidence/index.ts'
import { createExamCache, selectEventRows, selectFormRunOfOrganisation } from '../assessment/form-run/index.ts'
import type { LedgerContext } from '../assessment/ledger/index.ts'
import { systemClock } from '../clock.ts'
import { selectRuns } from '../dashboard/queries.ts'
import type { Database } from '../db/database.ts'
import type { FormRunTable } from '../db/schema.ts'
import { checkQueues, type QueueFault } from '../marking/check-queues.ts'
import { checkRules, type RulesFault } from '../result-rules/check-rules.ts'
import { checkSets } from '../result-sets/check-sets.ts'
import { type CheckedLog, type LogHead, readLogHead, securityLogWord, verifyLog } from '../security-log/verify-log.ts'
import { receiptIn, verifyReceipt } from './receipt.ts'

export interface VerifyWishes {
  readonly orgId: number
  /** A form run, a receipt, heads that were printed before, or a file that holds one of these; undefined for many form runs. */
  readonly given: string | undefined
  /** Of many form runs those of this exam; undefined for all of the organisation. */
  readonly examGuid: string | undefined
  /** Print the last hash of each ledger instead. */
  readonly head: boolean
}

/** Heads as `--head` printed them, of form runs and of security logs: the line itself, or a file of such lines. */
const headsIn = async (given: string): Promise<{ runs: LedgerHead[]; logs: LogHead[] }> => {
  const isLine = readHead(given) !== undefined || readLogHead(given) !== undefined
  const lines = (isLine ? given : await readFile(given, 'utf8').catch(() => '')).split('\n')
  return { runs: lines.flatMap((line) => readHead(line) ?? []), logs: lines.flatMap((line) => readLogHead(line) ?? []) }
}

const sayOfLog = ({ events, erased, findings }: CheckedLog, orgId: number): number => {
  for (const finding of findings) console.error(`! Security log of organisation ${orgId}: ${finding}.`)
  const gone = erased === 0 ? '' : `; of ${erased} what they said was taken out, and their hashes stand`
  const found =
    findings.length === 0 ? 'everything matches' : counted(findings.length, 'thing does not match', 'things do not match')
  console.log(`Security log of organisation ${orgId}, ${counted(events, 'event', 'events')}: ${found}${gone}.`)
  return findings.length === 0 ? 0 : 1
}

/** The problems with the queues of marking, in words (OFFICE-305). */
const faults: Readonly<Record<QueueFault, string>> = {
  unlisted: 'needs a mark and is in no queue of markers',
  misplaced: 'is in the queue of another exam or delivery',
  twice: 'is in two queues, as a whole and in parts',
  open: 'is in a queue while its sitting goes on',
  nobody: 'is in a queue of people who may not mark it any more',
}

const sayOfQueues = async (database: Database, orgId: number): Promise<number> => {
  const found = await checkQueues(database, orgId, systemClock.nowMs())
  for (const { fault, formRunGuid, questionId, part } of found)
    console.error(`! Form run ${formRunGuid}, question ${questionId}${part === '' ? '' : `, part ${part}`}: ${faults[fault]}.`)
  const says =
    found.length === 0
      ? 'each response that needs a mark is in one queue'
      : counted(found.length, 'response is not as it should be', 'responses are not as they should be')
  console.log(`Marking: ${says}.`)
  return found.length === 0 ? 0 : 1
}

const sayOfSets = async (database: Database, orgId: number): Promise<number> => {
  const { sets, faults } = await checkSets(database, orgId)
  for (const { deliveryId, set } of faults)
    console.error(`! Result set ${set} of delivery ${deliveryId} does not have the rows with which it was computed.`)
  if (sets > 0) console.log(`${counted(sets, 'result set')}: ${sets - faults.length} match, ${faults.length} do not.`)
  return faults.length === 0 ? 0 : 1
}

const rulesFaults: Readonly<Record<RulesFault, string>> = {
  changed: 'was changed after it was made',
  missing: 'is gone, although a later version or a result set names it',
  unlinked: 'does not follow the version before it: one of them was swapped or rewritten',
}

const sayOfRules = async (database: Database, orgId: number): Promise<number> => {
  const { versions, faults } = await checkRules(database, orgId)
  for (const { deliveryId, version, fault } of faults)
    console.error(`! Result rules of delivery ${deliveryId}, version ${version}: it ${rulesFaults[fault]}.`)
  if (versions + faults.length === 0) return 0
  const says = faults.length === 0 ? 'each is as it was made' : counted(faults.length, 'is not', 'are not')
  console.log(`${counted(versions, 'version of result rules', 'versions of result rules')}: ${says}.`)
  return faults.length === 0 ? 0 : 1
}

/** Whether what stands is what stood when heads were printed, with what was written since. Answers the exit code. */
const verifyHeads = async (database: Database, orgId: number, heads: readonly LedgerHead[]): Promise<number> => {
  let wrong = 0
  for (const { formRunGuid, number, hash } of heads) {
    const rows = await selectEventRows(database, { orgId, formRunGuid })
    if (rows.some((row) => row.number === number && row.hash === hash)) continue
    wrong += 1
    console.error(`Form run ${formRunGuid}: event ${number} is not what it was when this hash was printed, or is gone.`)
  }
  console.log(`${counted(heads.length, 'kept hash', 'kept hashes')}: ${heads.length - wrong} found again, ${wrong} not.`)
  return wrong === 0 ? 0 : 1
}

const verifyOne = async (context: LedgerContext, run: FormRunTable): Promise<number> => {
  const checked = await verifyFormRun(context, run)
  const findings = findingsOf(checked)
  const say = findings.length === 0 ? console.log : console.error
  say(
    findings.length === 0
      ? `Form run ${run.form_run_guid}: everything matches.`
      : `Form run ${run.form_run_guid}: ${counted(findings.length, 'thing does', 'things do')} not match.`,
  )
  for (const { about, says, findings: wrong } of checked)
    if (wrong.length === 0) say(`  ${about}: ${says}`)
    else for (const finding of wrong) say(`! ${about}: ${finding}`)
  return findings.length === 0 ? 0 : 1
}

const verifyMany = async (context: LedgerContext, runs: readonly FormRunTable[]): Promise<number> => {
  let wrong = 0
  for (const run of runs) {
    const checked = await verifyFormRun(context, run)
    if (findingsOf(checked).length === 0) continue
    wrong += 1
    console.error(`Form run ${run.form_run_guid}:`)
    for (const { about, findings } of checked) for (const finding of findings) console.error(`! ${about}: ${finding}`)
  }
  console.log(`${counted(runs.length, 'form run')}: ${runs.length - wrong} match, ${wrong} ${wrong === 1 ? 'does' : 'do'} not.`)
  return wrong === 0 ? 0 : 1
}

const printHeads = (runs: readonly FormRunTable[]): number => {
  const bare = runs.filter((run) => headOf(run) === undefined)
  for (const head of runs.flatMap((run) => headOf(run) ?? [])) console.log(writeHead(head))
  for (const { form_run_guid } of bare) console.error(`Form run ${form_run_guid} has no hash yet.`)
  return bare.length === 0 ? 0 : 1
}

/**
 * `sitwell verify`: says in plain words whether what is stored of a form run, or of many, holds together, or matches a receipt or
 * hashes that were kept elsewhere. Answers the exit code: 1 where something doesn't match.
 */
export const verify = async (database: Database, { orgId, given, examGuid, head }: VerifyWishes): Promise<number> => {
  const context = { database, exams: createExamCache(database, systemClock.nowMs), clock: systemClock }
  if (given === undefined) {
    const runs = await selectRuns(database, orgId, { examGuid })
    if (head) return printHeads(runs)
    const wrong = await verifyMany(context, runs)
    if (examGuid !== undefined) return wrong
    const sets = await sayOfSets(database, orgId)
    const rules = await sayOfRules(database, orgId)
    return Math.max(wrong, sets, rules, await sayOfQueues(database, orgId), sayOfLog(await verifyLog(database, orgId), orgId))
  }
  if (given === securityLogWord) return sayOfLog(await verifyLog(database, orgId), orgId)
  const run = await selectFormRunOfOrganisation(database, orgId, given)
  if (run) return head ? printHeads([run]) : verifyOne(context, run)
  const heads = await headsIn(given)
  if (heads.runs.length + heads.logs.length > 0) {
    const codes = heads.runs.length > 0 ? [await verifyHeads(database, orgId, heads.runs)] : []
    for (const savedHead of heads.logs)
      codes.push(sayOfLog(await verifyLog(database, savedHead.orgId, savedHead), savedHead.orgId))
    return Math.max(...codes)
  }
  const receipt = await receiptIn(given)
  if (receipt) return verifyReceipt(database, orgId, receipt)
  console.error(
    `Organisation ${orgId} has no form run ${given}, and it is not a receipt, a stored hash, or a file that contains one.`,
  )
  return 2
}
