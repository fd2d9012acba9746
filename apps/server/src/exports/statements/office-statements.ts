import { join } from 'node:path'
import { type InputOf, officePreviewStatements, officeStatements } from '@sitwell/contract'
import type { DeliveryTable } from '../../db/schema.ts'
import { safeFileName } from '../../http/content-disposition.ts'
import { refuse } from '../../http/refusal.ts'
import { openSentFile, type SentFile, sendFile } from '../../http/sent-file.ts'
import { route } from '../../http/service.ts'
import { inOwnFolder } from '../../library/reading/own-folder.ts'
import { safeFileName as safeArchiveName } from '../../library/reading/safe-file-name.ts'
import { writeZip } from '../../organisation/export/zip-file.ts'
import { askingOf, findResults, noDeliveryHere } from '../../result-sets/results-context.ts'
import type { ExportsContext } from '../exports-context.ts'
import type { ExportedRow } from '../results/exported-row.ts'
import { noteExport } from '../results/note-export.ts'
import { type ReadResults, readResults } from '../results/read-results.ts'
import { type PrintedPdf, sendPdf } from './send-pdf.ts'
import { statementDocument } from './statement-document.ts'
import { isWanted, statementsOf, withoutStatement } from './statements-of-delivery.ts'

/** Statements in one file. */
const mostOfPart = 500
/** Statements that are given to the printer at once: it prints for learners as well. */
const printedAtOnce = 4
/** Files that are made at once. */
const mostAtOnce = 1
const retryAfterSeconds = 10

const noSuchSet = refuse('NOT_FOUND', 'There is no such result set of this delivery.')

/** The rows of those who have a statement, without their marks by question, and how many have none for which reason. */
const sorted = async (results: ReadResults, people: readonly number[] | undefined) => {
  const stated: ExportedRow[] = []
  const without = { withheld: 0, undecided: 0, unmarked: 0, erased: 0 }
  for await (const some of results.rows)
    for (const row of some) {
      if (!isWanted(people, row)) continue
      const why = withoutStatement(row)
      if (why) without[why] += 1
      else stated.push({ ...row, marks: null })
    }
  return { stated, without }
}

/** Tells whose statements there would be. */
export const officePreviewStatementsRoute = (context: ExportsContext) =>
  route(officePreviewStatements, async ({ caller, body }) => {
    const delivery = await findResults(context.database, await askingOf(context, caller), body.deliveryID, 'results.export')
    if (!delivery) return noDeliveryHere
    const results = await readResults(context, delivery, body.set)
    if (!results) return noSuchSet
    const { stated, without } = await sorted(results, body.people)
    const parts = Math.ceil(stated.length / mostOfPart)
    return { ok: true, value: { statements: stated.length, parts, isPreview: !results.isShown, without } }
  })

const nameOf = ({ lastName, firstName, userId, identifier }: ExportedRow): string =>
  safeFileName(`${lastName} ${firstName} ${identifier ?? ''} ${userId}`, `person-${userId}`)

class CannotPrint extends Error {}

/** Prints statements a few at a time, in their order. */
async function* printed(
  context: ExportsContext,
  delivery: DeliveryTable,
  results: ReadResults,
  rows: readonly ExportedRow[],
): AsyncGenerator<readonly [string, Uint8Array]> {
  const statementOf = statementsOf(context, delivery, results)
  for (let from = 0; from < rows.length; from += printedAtOnce) {
    const some = await Promise.all(
      rows.slice(from, from + printedAtOnce).map(async (row) => {
        const statement = await statementOf(row)
        const outcome = statement && (await context.printer.print(statementDocument(statement)))
        if (outcome && !outcome.ok) throw new CannotPrint(`A statement could not be printed: ${outcome.code}`)
        return outcome && ([nameOf(row), outcome.pdf] as const)
      }),
    )
    for (const one of some) if (one) yield one
  }
}

type Made = { readonly format: 'pdf'; readonly value: PrintedPdf } | { readonly format: 'zip'; readonly value: SentFile }

/** One PDF if there is one statement in all, otherwise an archive. Undefined if its person is gone by now. */
const make = async (
  context: ExportsContext,
  files: AsyncGenerator<readonly [string, Uint8Array]>,
  { name, isOnly }: { readonly name: string; readonly isOnly: boolean },
): Promise<Made | undefined> => {
  if (isOnly) {
    const { value: only } = await files.next()
    return only && { format: 'pdf', value: { fileName: only[0], pdf: only[1] } }
  }
  const value = await inOwnFolder(context.config, async (folder) => {
    const path = join(folder, 'statements.zip')
    await writeZip(path, files)
    return openSentFile(path, name)
  })
  return { format: 'zip', value }
}

const noStatement = refuse('NOT_FOUND', 'Nobody there has a statement.')

type Asked = InputOf<typeof officeStatements>['body']

/** The statements of one part, and how many they are. */
const statementsIn = async (
  context: ExportsContext,
  { delivery, results }: { readonly delivery: DeliveryTable; readonly results: ReadResults },
  { people, part }: Asked,
) => {
  const { stated } = await sorted(results, people)
  const rows = stated.slice((part - 1) * mostOfPart, part * mostOfPart)
  if (rows.length === 0) return undefined
  const number = stated.length > mostOfPart ? ` ${part}` : ''
  const name = safeArchiveName(`${delivery.name} statements${number}.zip`)
  const made = await make(context, printed(context, delivery, results, rows), { name, isOnly: stated.length === 1 })
  return made && { ...made, people: rows.length }
}

/** Prints the statements of one part: a PDF of one person, or an archive with one for each. */
export const officeStatementsRoute = (context: ExportsContext) => {
  let underWay = 0
  return route(
    officeStatements,
    async ({ caller, body, request }) => {
      const { deliveryID, set } = body
      const delivery = await findResults(context.database, await askingOf(context, caller), deliveryID, 'results.export')
      if (!delivery) return noDeliveryHere
      const results = await readResults(context, delivery, set)
      if (!results) return noSuchSet
      if (underWay >= mostAtOnce) return refuse('BUSY', 'Other statements are being printed.', { retryAfterSeconds })
      underWay += 1
      try {
        const made = await statementsIn(context, { delivery, results }, body)
        if (!made) return noStatement
        const { format, people, value } = made
        noteExport(context, { caller, request, delivery, set, of: 'statements', format, people })
        return { ok: true, value }
      } catch (error) {
        if (error instanceof CannotPrint) return refuse('BUSY', error.message, { retryAfterSeconds })
        throw error
      } finally {
        underWay -= 1
      }
    },
    {
      // What the handler above has made: a PDF or an archive.
      send: (reply, value) => ('pdf' in (value as object) ? sendPdf(reply, value) : sendFile(reply, value as SentFile)),
    },
  )
}
