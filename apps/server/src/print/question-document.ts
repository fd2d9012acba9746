import { fill } from '../paper/fill.ts'
import type { PaperDocument } from '../paper/paper-parts.ts'
import { paperReader } from '../paper/reader.ts'
import { picturesOf } from '../resource/exam-pictures.ts'
import { type PrintWords, printWords } from './print-words.ts'
import type { PrintableContext, PrintableQuestion } from './printable-question.ts'
import { questionOutline } from './question-outline.ts'

/** A question as a document, in its learner's language; undefined if there is no such learner. The same moment gives the same one. */
export const questionDocument = async (
  { database }: Pick<PrintableContext, 'database'>,
  { run, loaded, question, scenario }: PrintableQuestion,
  madeAtMs: number,
): Promise<{ readonly document: PaperDocument; readonly words: PrintWords } | undefined> => {
  const reader = await paperReader(database, { orgId: run.org_id, userGuid: run.user_guid })
  if (!reader) return undefined
  const words = await printWords(database, { orgId: run.org_id, ...reader })
  const parts = questionOutline({ question, scenario }, words)
  const { language, organisation, colours, name } = reader
  const document = {
    language,
    title: loaded.exam.name,
    subtitle: fill(words.QUESTION_NUMBER, { number: question.number }),
    organisation,
    learner: run.public_user_name?.trim() || name,
    colours,
    madeAtMs,
    words,
    pictures: await picturesOf(database, run, parts),
    parts,
  }
  return { document, words }
}
