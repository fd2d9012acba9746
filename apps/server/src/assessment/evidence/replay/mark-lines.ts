import { fromBillionths } from '@sitwell/exam/marks-ledger/billionths'
import type { MarkEntry } from '@sitwell/exam/marks-ledger/mark-entry'
import type { MarkEntryTable } from '../../../db/schema.ts'
import { entryOfRow } from '../../marks/index.ts'
import { counted } from '../finding.ts'
import { moment, type ReplayContext, type ReplayLine } from './replay-line.ts'

const marksText = (billionths: number) => counted(fromBillionths(billionths), 'mark')

const answerText = (entry: Extract<MarkEntry, { readonly files: string }>) =>
  entry.sequence === undefined ? 'of what was there without an answer' : `of the answer of sequence ${entry.sequence}`

const basisText = ({ basedOn }: { readonly basedOn: number }) => (basedOn === 0 ? '' : `, knowing of entry ${basedOn}`)

const whatOf = (entry: MarkEntry, response: string): string => {
  switch (entry.kind) {
    case 'mark':
      return `A person gave ${marksText(entry.marks)} for ${response}, ${answerText(entry)}${basisText(entry)}.${entry.flag ? ' Somebody else was asked to look at it.' : ''}`
    case 'cannot':
      return `A person could not mark ${response}, ${answerText(entry)}${basisText(entry)}.`
    case 'return':
      return `The marks that persons had given for ${response} were taken back: it was to be marked again.`
    case 'take-back':
      return `The return of ${response} (entry ${entry.returned}) was itself taken back: the marks from before it count again.`
    case 'adjudicate':
      return `It was decided that ${response} has ${marksText(entry.marks)}, ${answerText(entry)}.`
    case 'moderate':
      return `The mark of ${response} was moderated: ${marksText(entry.marks)}, ${answerText(entry)}.`
    case 'regrade':
      return `Another key was applied to ${response}.`
    case 'neutralise':
      return `It was decided that ${response} counts neither for nor against the learner.`
    case 'review-opened':
      return `A review of the mark of ${response} was opened.`
    case 'review-closed':
      return `The review of the mark of ${response} was closed.`
  }
}

const quotesOf = (entry: MarkEntry): ReplayLine['quotes'] => [
  ...('reason' in entry ? [{ about: 'Reason', text: entry.reason }] : []),
  ...('comment' in entry && entry.comment !== undefined ? [{ about: 'For staff', text: entry.comment }] : []),
  ...('learnerComment' in entry && entry.learnerComment !== undefined
    ? [{ about: 'For the learner', text: entry.learnerComment }]
    : []),
  ...('scheme' in entry && entry.scheme
    ? Object.entries(entry.scheme.points).map(([criterion, points]) => ({
        about: `Points for ${criterion}, by version ${entry.scheme?.version ?? ''} of the mark scheme`,
        text: String(fromBillionths(points)),
      }))
    : []),
]

/** A line for each entry in the ledgers of the marks. */
export const markLines = (rows: readonly MarkEntryTable[], context: ReplayContext): ReplayLine[] =>
  rows.map((row) => {
    const entry = entryOfRow(row)
    const response = context.question(row.question_id) + (row.part === '' ? '' : `, part “${row.part}”`)
    return {
      atMs: row.at,
      clock: 'server',
      kind: 'mark',
      who: context.person(row.author),
      what: entry
        ? whatOf(entry, response)
        : `Something was written of the marks of ${response} (${row.kind}); what it says was erased.`,
      quotes: entry ? quotesOf(entry) : [],
      evidence: [`entry ${row.number} (${row.kind}) of the marks of ${row.question_id}, ${moment(row.at)}`, `hash ${row.hash}`],
    }
  })
