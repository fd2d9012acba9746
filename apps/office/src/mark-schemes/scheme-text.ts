import type { MarkedResponses, SchemeRow, SchemeVersion } from '@sitwell/contract'
import type { OfficeText } from '../office-context.tsx'

/** What a scheme is for: “Question 3”, or “Question 3, part 2”. */
export const placeText = ({ number, partNumber }: Pick<SchemeRow, 'number' | 'partNumber'>, text: OfficeText): string =>
  partNumber === undefined ? text('schemes.question', { number }) : text('schemes.questionPart', { number, part: partNumber })

/** How many responses stand how, a line each; nothing of what there is none of. */
export const responsesTexts = ({ marked, unsettled, waiting }: MarkedResponses, text: OfficeText): string[] => [
  ...(marked > 0 ? [text('schemes.marked', { count: marked })] : []),
  ...(unsettled > 0 ? [text('schemes.unsettled', { count: unsettled })] : []),
  ...(waiting > 0 ? [text('schemes.waiting', { count: waiting })] : []),
]

const originIds = { exam: 'schemes.ofExam', import: 'schemes.ofImport', office: 'schemes.ofOffice' } as const

/** Who made a version, and what became of marked responses, a sentence each. */
export const versionTexts = (
  { origin, writtenBy = '', writtenAt, marked }: SchemeVersion,
  { text, moment }: { readonly text: OfficeText; moment(iso: string): string },
): string[] => [
  [text(originIds[origin], { name: writtenBy }), ...(writtenAt ? [moment(writtenAt)] : [])].join(' · '),
  ...(marked?.choice === 'keep' ? [text('schemes.kept', { count: marked.responses })] : []),
  ...(marked?.choice === 'return'
    ? [text(marked.isDone ? 'schemes.returned' : 'schemes.returning', { count: marked.responses })]
    : []),
]
