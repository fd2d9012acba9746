import { type LateCounts, lateCountsOf, lateNumbers } from './late-counts.ts'

/** An answer as far as a receipt is concerned: what was typed or chosen, and how it was worked out. */
export interface ReceiptAnswer {
  readonly questionId: string
  readonly answer: {
    readonly answerText: string
    readonly options?: readonly { readonly optionID: string; readonly optionText: string }[] | undefined
    readonly otherText?: string | undefined
  }
  readonly workings: string
}

/** What says that a finished exam arrived, and can be held against what is stored. */
export interface Receipt {
  readonly formRunGuid: string
  /** By the server's clock, ISO 8601. */
  readonly completedAt: string
  /** Questions of which an answer is stored, also one that only says that its page was seen. */
  readonly answers: number
  /** Questions of which all parts are answered, and those of which some are, as the review counts them; not in the line. */
  readonly answered?: number | undefined
  readonly partly?: number | undefined
  /** Over the answers: {@link answersChecksum}. */
  readonly checksum: string
  /** The last hash of the form run's ledger when the receipt was given; absent if the ledger has none. */
  readonly ledger?: string | undefined
  /** What came late of the answers, as the server had judged it when the receipt was given; absent from receipts of before. */
  readonly late?: LateCounts | undefined
  /** How many saves had come by then: those that `late` is over. Absent if they aren't numbered. */
  readonly saves?: number | undefined
  /** Questions of which an answer is on the server, whether it counts or not. */
  readonly onServer?: number | undefined
}

/** Whether it holds an answer: a bookmark or workings alone are none. */
export const isGivenAnswer = ({ answer: { answerText, options = [], otherText = '' } }: Pick<ReceiptAnswer, 'answer'>) =>
  answerText !== '' || options.length > 0 || otherText !== ''

const byQuestion = (one: ReceiptAnswer, other: ReceiptAnswer) =>
  one.questionId < other.questionId ? -1 : one.questionId > other.questionId ? 1 : 0

/** How many questions have an answer; a bookmark alone is none. */
export const countGiven = (answers: readonly ReceiptAnswer[]): number => answers.filter(isGivenAnswer).length

/**
 * Answers in the one form that both sides put them into: by question, each as a list of its texts, nothing left out and nothing
 * added. A question that holds neither answer nor workings is not among them, whether it was saved so or never.
 */
export const canonicalAnswers = (answers: readonly ReceiptAnswer[]): string =>
  JSON.stringify(
    answers
      .filter((one) => isGivenAnswer(one) || one.workings !== '')
      .sort(byQuestion)
      .map(({ questionId, answer: { answerText, options = [], otherText }, workings }) => [
        questionId,
        answerText,
        options.map(({ optionID, optionText }) => [optionID, optionText]),
        otherText ?? null,
        workings,
      ]),
  )

/** What works out SHA-256: the `subtle` of Web Crypto, in a browser and in Node. */
export type Digester = Pick<SubtleCrypto, 'digest'>

/** SHA-256 over a form run's guid and its answers in canonical form, in 64 hexadecimal digits. */
export const answersChecksum = async (
  formRunGuid: string,
  answers: readonly ReceiptAnswer[],
  digester: Digester,
): Promise<string> => {
  const bytes = new TextEncoder().encode(`${formRunGuid}\n${canonicalAnswers(answers)}`)
  const digest = new Uint8Array(await digester.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** What a line begins with: the second version has the ledger's hash behind the rest, the third also what came late. */
const versions = { bare: 'sitwell-1', withLedger: 'sitwell-2', withLate: 'sitwell-3' } as const

/** A receipt as one line, for a learner to keep. */
export const writeReceipt = ({ formRunGuid, completedAt, answers, checksum, ledger, late, saves }: Receipt): string => {
  const facts = [formRunGuid, completedAt, answers, checksum]
  if (ledger === undefined) return [versions.bare, ...facts].join('/')
  if (late === undefined || saves === undefined) return [versions.withLedger, ...facts, ledger].join('/')
  return [versions.withLate, ...facts, ledger, saves, lateNumbers(late).join('.')].join('/')
}

const isHash = (text: string) => /^[0-9a-f]{64}$/i.test(text)
const isCount = (text: string) => /^\d{1,9}$/.test(text)

/** What a line of each version has behind the facts; undefined if that is none of it. */
const readMore = (
  version: string | undefined,
  more: readonly string[],
): Pick<Receipt, 'ledger' | 'late' | 'saves'> | undefined => {
  const [ledger = '', saves = '', numbers = ''] = more
  if (version === versions.bare) return more.length === 0 ? {} : undefined
  if (!isHash(ledger)) return undefined
  if (version === versions.withLedger) return more.length === 1 ? { ledger: ledger.toLowerCase() } : undefined
  const texts = numbers.split('.')
  const late = texts.every(isCount) ? lateCountsOf(texts.map(Number)) : undefined
  if (version !== versions.withLate || more.length !== 3 || !isCount(saves) || !late) return undefined
  return { ledger: ledger.toLowerCase(), saves: Number(saves), late }
}

/** Reads a receipt, with or without breaks in it; undefined if it is none. */
export const readReceipt = (line: string): Receipt | undefined => {
  const [version, formRunGuid = '', completedAt = '', answers = '', checksum = '', ...rest] = line
    .replaceAll(/\s/g, '')
    .split('/')
  const more = readMore(version, rest)
  const isWhole =
    /^[\w.:-]{1,128}$/.test(formRunGuid) &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(completedAt) &&
    isCount(answers) &&
    isHash(checksum)
  if (!isWhole || !more) return undefined
  return { formRunGuid, completedAt, answers: Number(answers), checksum: checksum.toLowerCase(), ...more }
}
