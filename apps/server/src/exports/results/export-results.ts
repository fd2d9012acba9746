import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ExportFormat, type ExportOfResults, type InputOf, officeExportResults } from '@sitwell/contract'
import { languageById, languages } from '@sitwell/i18n/languages'
import type { Database } from '../../db/database.ts'
import type { DeliveryTable } from '../../db/schema.ts'
import type { Caller } from '../../http/caller.ts'
import { refuse } from '../../http/refusal.ts'
import { openSentFile, type SentFile, sendFile } from '../../http/sent-file.ts'
import { route } from '../../http/service.ts'
import { inOwnFolder } from '../../library/reading/own-folder.ts'
import { safeFileName } from '../../library/reading/safe-file-name.ts'
import { ArchiveTooLarge } from '../../organisation/export/zip-file.ts'
import { askingOf, findResults, noDeliveryHere } from '../../result-sets/results-context.ts'
import type { ExportsContext } from '../exports-context.ts'
import type { ExportTable } from '../tables/table.ts'
import { csvPieces } from '../tables/write-csv.ts'
import { writeXlsx } from '../tables/write-xlsx.ts'
import { type ExportWords, machineWords, wordsIn } from './export-words.ts'
import type { ExportedResults } from './exported-row.ts'
import { noteExport } from './note-export.ts'
import { peopleTable } from './people-table.ts'
import { questionsOfDelivery } from './questions-of-delivery.ts'
import { questionsTable } from './questions-table.ts'
import { type ReadResults, readResults } from './read-results.ts'
import { responsesTable } from './responses-table.ts'
import { selectGiven } from './select-given.ts'

/** Exports that are made at once. */
const mostAtOnce = 2
const retryAfterSeconds = 10

const languageOfCaller = async ({ kysely }: Database, { orgId, userGuid }: Caller) => {
  const person = await kysely
    .selectFrom('person')
    .select('language_id')
    .where('org_id', '=', orgId)
    .where('user_guid', '=', userGuid)
    .executeTakeFirst()
  return languageById(person?.language_id ?? 0)
}

const tableOf = async (
  context: ExportsContext,
  delivery: DeliveryTable,
  results: ExportedResults,
  { what, words }: { readonly what: ExportOfResults; readonly words: ExportWords },
): Promise<ExportTable> => {
  if (what === 'people') return peopleTable(results, words)
  const questions = await questionsOfDelivery(context, delivery)
  if (what === 'questions') return questionsTable(results, questions.all, words)
  const given = (formRuns: readonly string[]) => selectGiven(context, delivery.org_id, formRuns)
  return responsesTable(results, questions.of, given, words)
}

/** The same results, with a count of the people whose rows were read. */
const counted = (results: ReadResults) => {
  const count = { people: 0 }
  const rows = (async function* () {
    for await (const some of results.rows) {
      count.people += some.length
      yield some
    }
  })()
  return { count, results: { ...results, rows } }
}

/** Makes a file in a folder of its own, which is removed before the file is sent: nothing is sent of an export that fails. */
const make = (
  { config }: Pick<ExportsContext, 'config'>,
  table: ExportTable,
  { name, format, isRightToLeft }: { readonly name: string; readonly format: ExportFormat; readonly isRightToLeft: boolean },
) =>
  inOwnFolder(config, async (folder): Promise<SentFile> => {
    const path = join(folder, `export.${format}`)
    if (format === 'xlsx') await writeXlsx(path, table, { isRightToLeft })
    else await pipeline(Readable.from(csvPieces(table)), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    return openSentFile(path, name)
  })

type Asked = InputOf<typeof officeExportResults>['body']

/** A file of results, and of how many people it is. */
const fileOf = async (
  context: ExportsContext,
  { delivery, found, caller }: { readonly delivery: DeliveryTable; readonly found: ReadResults; readonly caller: Caller },
  { set, what, format, language: wanted }: Asked,
) => {
  const language = languages.find(({ tag }) => tag === wanted) ?? (await languageOfCaller(context.database, caller))
  const words = format === 'xlsx' ? wordsIn(language) : machineWords
  const { count, results } = counted(found)
  const table = await tableOf(context, delivery, results, { what, words })
  const name = safeFileName(`${delivery.name} ${set === 'now' ? 'now' : `set ${set}`} ${what}.${format}`)
  return {
    sent: await make(context, table, { name, format, isRightToLeft: language.direction === 'rtl' }),
    people: count.people,
  }
}

/** Hands out the results of a delivery as a file. */
export const officeExportResultsRoute = (context: ExportsContext) => {
  const { database } = context
  let underWay = 0
  return route(
    officeExportResults,
    async ({ caller, body, request }) => {
      const { deliveryID, set, what, format } = body
      const delivery = await findResults(database, await askingOf(context, caller), deliveryID, 'results.export')
      if (!delivery) return noDeliveryHere
      const found = await readResults(context, delivery, set)
      if (!found) return refuse('NOT_FOUND', 'There is no such result set of this delivery.')
      if (underWay >= mostAtOnce) return refuse('BUSY', 'Other exports are being made.', { retryAfterSeconds })
      underWay += 1
      try {
        const { sent, people } = await fileOf(context, { delivery, found, caller }, body)
        noteExport(context, { caller, request, delivery, set, of: what, format, people })
        return { ok: true, value: sent }
      } catch (error) {
        if (error instanceof ArchiveTooLarge) return refuse('INVALID_FILE', 'A workbook does not hold so much.')
        throw error
      } finally {
        underWay -= 1
      }
    },
    // What the handler above has made.
    { send: (reply, value) => sendFile(reply, value as SentFile) },
  )
}
