import { readFile } from 'node:fs/promises'
import { type Receipt, readReceipt } from '@sitwell/exam/receipt'
import { lateSince } from './assessment/earlier-receipt.ts'
import { selectFormRunOfOrganisation } from './assessment/queries.ts'
import { receiptOf } from './assessment/receipt.ts'
import type { Database } from './db/database.ts'

/** A receipt as it was given: the line itself, or a file that holds it. */
const receiptIn = async (given: string): Promise<Receipt | undefined> =>
  readReceipt(given) ?? readReceipt(await readFile(given, 'utf8').catch(() => ''))

/** In what a receipt and what is stored differ; empty where they match. */
const differences = (given: Receipt, stored: Receipt): string[] => [
  ...(given.completedAt === stored.completedAt ? [] : [`completed at ${stored.completedAt}, not at ${given.completedAt}`]),
  ...(given.answers === stored.answers ? [] : [`${stored.answers} answers are stored, not ${given.answers}`]),
  ...(given.checksum === stored.checksum ? [] : ['the answers that are stored are not those that the receipt was made for']),
]

/**
 * `sitwell verify`: says whether a receipt matches what is stored. Answers the exit code: 0 where it does, or did until answers that
 * came late were let count: nothing else changes a stored answer after the completion.
 */
export const verifyReceipt = async (database: Database, orgId: number, given: string): Promise<number> => {
  const receipt = await receiptIn(given)
  if (!receipt) {
    console.error('This is no receipt, nor a file that holds one.')
    return 2
  }
  const { formRunGuid } = receipt
  const run = await selectFormRunOfOrganisation(database, orgId, formRunGuid)
  if (!run) {
    console.error(`Organisation ${orgId} has no form run ${formRunGuid}.`)
    return 1
  }
  const stored = await receiptOf(database, run)
  const found = stored ? differences(receipt, stored) : ['the form run is not completed']
  if (found.length === 0) {
    console.log(
      `The receipt matches: form run ${formRunGuid}, completed at ${receipt.completedAt}, ${receipt.answers} answers.`,
    )
    return 0
  }
  const late = await lateSince(database, run, receipt)
  if (late !== undefined) {
    console.log(`The receipt matches what was stored when it was given: form run ${formRunGuid}, ${receipt.answers} answers.`)
    console.log(`${late} answers came late and were let count since; sitwell history ${formRunGuid} lists them.`)
    return 0
  }
  console.error(`The receipt does not match form run ${formRunGuid}:`)
  for (const difference of found) console.error(`  ${difference}`)
  return 1
}
