import type { Database } from '../db/database.ts'
import type { PaperDocument } from '../paper/paper-parts.ts'
import { picturesOf } from '../resource/exam-pictures.ts'
import type { CollectedResults } from './collect-results.ts'
import { outlineOf } from './outline.ts'

/** Results as a document, with the pictures of their questions. */
export const resultsDocument = async (
  { database }: { readonly database: Database },
  { results, run }: Extract<CollectedResults, { ok: true }>,
): Promise<PaperDocument> => {
  const document = outlineOf(results)
  return { ...document, pictures: await picturesOf(database, run, document.parts) }
}
