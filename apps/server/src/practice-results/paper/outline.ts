import { writeReceipt } from '@sitwell/exam/receipt'
import type { ReadText } from '@sitwell/question-types/rules'
import { readAnswer, rulesOf, textToRead } from '@sitwell/question-types/rules'
import type { PrintedQuestion, PrintedResult, PrintedSection, ResultsToPrint } from '../results-to-print.ts'
import { fill, type PaperWords } from '../words.ts'
import { htmlBlocks } from './html-blocks.ts'
import type { PaperCell, PaperDocument, PaperPart } from './paper-parts.ts'

/** Characters of one text, and of all of them: what goes beyond is cut, and said to be. Nobody reads a PDF of thousands of pages. */
const mostOfText = 200_000
const mostOfAll = 2_000_000

/** At most two decimals, and none where there are none. */
const figure = (value: number) => String(Math.round(value * 100) / 100)

/** Cuts texts once they are more than a PDF holds. */
const createBudget = ({ CUT }: PaperWords) => {
  let left = mostOfAll
  return (text: string): string => {
    const room = Math.min(mostOfText, left)
    left = Math.max(0, left - text.length)
    return text.length <= room ? text : `${text.slice(0, room)}\n[${CUT}]`
  }
}

interface Ground {
  readonly words: PaperWords
  within(text: string): string
}

const blocksOf = (html: string, { words, within }: Ground) => htmlBlocks(within(html), (alt) => fill(words.PICTURE, { alt }))

/** Paragraphs and lists of some HTML. */
const flow = (html: string, ground: Ground): PaperPart[] => {
  const parts: PaperPart[] = []
  let items: { marker: string; text: string }[] | undefined
  for (const { text, marker } of blocksOf(html, ground)) {
    if (marker === undefined) {
      items = undefined
      parts.push({ kind: 'paragraph', text, style: 'body' })
    } else if (items) items.push({ marker, text })
    else {
      items = [{ marker, text }]
      parts.push({ kind: 'list', items })
    }
  }
  return parts
}

const wordsOf = ({ text, isHtml }: ReadText, ground: Ground): string =>
  isHtml
    ? blocksOf(text, ground)
        .map((block) => (block.marker === undefined ? block.text : `${block.marker} ${block.text}`))
        .join('\n')
    : ground.within(text)

const answerParts = ({ question, answer }: PrintedQuestion, ground: Ground): PaperPart[] => {
  const { words } = ground
  if (!rulesOf(question.type).takesAnswer) return []
  const lines = answer ? readAnswer(question, answer) : []
  const label: PaperPart = { kind: 'paragraph', text: words.YOUR_ANSWER, style: 'label' }
  if (lines.length === 0) return [label, { kind: 'paragraph', text: words.NO_ANSWER, style: 'quiet', isAnswer: true }]
  if (lines.every((line) => (line.label?.text.trim() ?? '') === ''))
    return [
      label,
      ...lines.map(
        (line): PaperPart => ({
          kind: 'paragraph',
          text: wordsOf(line.value, ground),
          style: 'body',
          isAnswer: true,
        }),
      ),
    ]
  const rows = lines.map((line): PaperCell[] => [
    { text: line.label ? wordsOf(line.label, ground) : '', isHeader: true },
    { text: line.value.text.trim() === '' ? words.NO_ANSWER : wordsOf(line.value, ground) },
  ])
  const head = [words.PART, words.YOUR_ANSWER]
  return [{ kind: 'table', title: words.YOUR_ANSWER, head, rows, widths: [2, 3], isAnswer: true }]
}

const markText = ({ mark }: PrintedQuestion, words: PaperWords): string | undefined => {
  if (!mark) return undefined
  if (mark.needsPerson) return words.WAITS
  return mark.maxScore > 0 ? fill(words.MARKS_OF, { marks: figure(mark.score), total: figure(mark.maxScore) }) : undefined
}

const questionParts = (printed: PrintedQuestion, ground: Ground): PaperPart[] => {
  const { question, workings } = printed
  const { words } = ground
  const aside = markText(printed, words)
  return [
    {
      kind: 'heading',
      level: 3,
      text: fill(words.QUESTION_NUMBER, { number: question.number }),
      ...(aside !== undefined && { aside }),
    },
    ...flow(question.introText, ground),
    ...flow(textToRead(question), ground),
    ...answerParts(printed, ground),
    ...(workings.trim() === ''
      ? []
      : ([
          { kind: 'paragraph', text: words.WORKINGS, style: 'label' },
          { kind: 'paragraph', text: ground.within(workings), style: 'quiet', isAnswer: true },
        ] as const)),
  ]
}

const sectionParts = (section: PrintedSection, ground: Ground): PaperPart[] =>
  section.questions.length === 0 && section.text === '' && section.scenarioText === ''
    ? []
    : [
        { kind: 'heading', level: 2, text: section.name },
        ...flow(section.text, ground),
        ...flow(section.scenarioText, ground),
        ...section.questions.flatMap((question) => questionParts(question, ground)),
      ]

const resultParts = (result: PrintedResult, ground: Ground): PaperPart[] => {
  const { words } = ground
  const { marked, soFar, marks, percent, grade, pass, feedback } = result
  const outOf = ({ score, maxScore }: { score: number; maxScore: number }) =>
    fill(words.MARKS_OF, { marks: figure(score), total: figure(maxScore) })
  const rows: [string, string][] = [
    ...(soFar ? ([[words.MARKS_SO_FAR, outOf(soFar)]] as const) : []),
    ...(marked && marks ? ([[words.MARKS, outOf(marks)]] as const) : []),
    ...(marked && percent !== undefined
      ? ([[words.PERCENTAGE, fill(words.PERCENT, { score: figure(percent) })]] as const)
      : []),
    ...(marked && grade ? ([[words.GRADE, grade]] as const) : []),
    ...(marked && pass !== undefined ? ([[words.OUTCOME, pass ? words.PASSED : words.NOT_PASSED]] as const) : []),
  ].map(([name, value]) => [name, value])
  const pending: PaperPart[] = marked
    ? []
    : [
        { kind: 'paragraph', text: words.PENDING, style: 'strong' },
        { kind: 'paragraph', text: words.PENDING_HELP, style: 'body' },
      ]
  const told: PaperPart[] =
    marked && feedback !== '' ? [{ kind: 'paragraph', text: words.FEEDBACK, style: 'label' }, ...flow(feedback, ground)] : []
  if (pending.length === 0 && rows.length === 0 && told.length === 0) return []
  return [{ kind: 'heading', level: 2, text: words.RESULT }, ...pending, ...facts(words.RESULT, rows), ...told]
}

/** A table of names and what they are. */
const facts = (title: string, rows: readonly (readonly [string, string])[]): PaperPart[] =>
  rows.length === 0
    ? []
    : [
        {
          kind: 'table',
          title,
          rows: rows.map(([name, value]) => [{ text: name, isHeader: true }, { text: value }]),
          widths: [2, 3],
        },
      ]

const isAnswered = ({ question, answer }: PrintedQuestion) => answer !== undefined && readAnswer(question, answer).length > 0

const overview = ({ sections }: ResultsToPrint, ground: Ground): PaperPart[] => {
  const { words } = ground
  const asked = sections.flatMap(({ questions }) => questions).filter(({ question }) => rulesOf(question.type).takesAnswer)
  if (asked.length === 0) return []
  const hasMarks = asked.some((one) => one.mark)
  return [
    { kind: 'heading', level: 2, text: words.OVERVIEW },
    {
      kind: 'table',
      title: words.OVERVIEW,
      head: [words.QUESTION, words.ANSWERED, ...(hasMarks ? [words.MARKS] : [])],
      rows: asked.map((one) => [
        { text: String(one.question.number), isHeader: true },
        { text: isAnswered(one) ? words.YES : words.NO },
        ...(hasMarks ? [{ text: markText(one, words) ?? '–' }] : []),
      ]),
      widths: hasMarks ? [1, 1, 1] : [1, 1],
    },
  ]
}

/** When it was completed, in words, by the server's clock. */
const moment = (atMs: number, language: 'en' | 'ar'): string => {
  const options = { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat(language === 'ar' ? 'ar-u-nu-latn' : 'en-GB', options).format(atMs)} UTC`
}

const receiptParts = ({ receipt, completedAtMs, language }: ResultsToPrint, { words }: Ground): PaperPart[] => [
  { kind: 'heading', level: 2, text: words.RECEIPT },
  { kind: 'paragraph', text: words.RECEIPT_HELP, style: 'body' },
  ...facts(words.RECEIPT, [
    [words.COMPLETED, moment(completedAtMs, language)],
    [words.ANSWERS, String(receipt.answers)],
    [words.CHECKSUM, receipt.checksum],
    [words.RECEIPT_LINE, writeReceipt(receipt)],
  ]),
]

/** The results in the order in which they are read. */
export const outlineOf = (results: ResultsToPrint): PaperDocument => {
  const { language, words, organisation, colours, examName, learner, completedAtMs } = results
  const ground: Ground = { words, within: createBudget(words) }
  return {
    language,
    title: examName,
    subtitle: words.TITLE,
    organisation,
    learner,
    colours,
    completedAtMs,
    words,
    parts: [
      ...facts(words.TITLE, [
        [words.LEARNER, learner],
        [words.COMPLETED, moment(completedAtMs, language)],
        [words.FORM_RUN, String(results.formRunId)],
      ]),
      ...resultParts(results.result, ground),
      ...overview(results, ground),
      ...results.sections.flatMap((section) => sectionParts(section, ground)),
      ...receiptParts(results, ground),
    ],
  }
}
