import { writeReceipt } from '@sitwell/exam/answers/receipt'
import { answeredOf } from '@sitwell/exam/paper/answered'
import { type LanguageTag, languageOf } from '@sitwell/i18n/languages'
import { haloWidth, readDrawing, shapesOf } from '@sitwell/question-types/marking'
import { answeredParts, dayInWords, type ReadLine, readAnswer, rulesOf, textToRead } from '@sitwell/question-types/rules'
import { fill } from '../paper/fill.ts'
import type { PaperCell, PaperDocument, PaperPart } from '../paper/paper-parts.ts'
import type { PrintedQuestion, PrintedResult, PrintedSection, ResultsToPrint } from './results-to-print.ts'
import type { PaperWords } from './words.ts'

/** At most two decimals, and none if there are none. */
const figure = (value: number) => String(Math.round(value * 100) / 100)

/** HTML if there is any. */
const flow = (html: string): PaperPart[] => (html === '' ? [] : [{ kind: 'html', html }])

const wordsOf = ({ value: { text, isHtml, isDay } }: ReadLine, language: LanguageTag) => ({
  text: isDay ? dayInWords(text, languageOf(language).code) : text,
  isHtml,
})

/** What was drawn, below what was said of it. */
const drawingParts = (lines: readonly ReadLine[]): PaperPart[] => {
  const drawings = lines.filter(({ value }) => value.drawing).length
  return lines.flatMap(({ label, value: { text, drawing } }): PaperPart[] => {
    const read = drawing && readDrawing(drawing.value)
    if (!drawing || !read) return []
    const { width, height } = read
    const name = [label?.text ?? '', text].filter((one) => one.trim() !== '').join(': ')
    // Several are told from each other.
    const caption: PaperPart[] = drawings > 1 && label ? [{ kind: 'paragraph', text: label.text, style: 'label' }] : []
    return [
      ...caption,
      { kind: 'drawing', name, src: drawing.src, width, height, halo: haloWidth(read), shapes: shapesOf(read) },
    ]
  })
}

const answerParts = (printed: PrintedQuestion, words: PaperWords, language: LanguageTag): PaperPart[] => {
  const { question, answer } = printed
  const lines = answer && rulesOf(question.type).takesAnswer ? readAnswer(question, answer) : []
  return [...writtenParts(printed, words, language), ...drawingParts(lines)]
}

const writtenParts = ({ question, answer }: PrintedQuestion, words: PaperWords, language: LanguageTag): PaperPart[] => {
  if (!rulesOf(question.type).takesAnswer) return []
  const given = answer ? readAnswer(question, answer) : []
  const label: PaperPart = { kind: 'paragraph', text: words.YOUR_ANSWER, style: 'label' }
  if (given.length === 0) return [label, { kind: 'paragraph', text: words.NO_ANSWER, style: 'quiet', isAnswer: true }]
  // A drawing that nothing was said of is shown, and no answer in words.
  const lines = given.filter(({ value }) => !value.drawing || value.text.trim() !== '')
  if (lines.every((line) => (line.label?.text.trim() ?? '') === ''))
    return [
      label,
      ...lines.map(
        (line): PaperPart => ({
          kind: 'paragraph',
          ...wordsOf(line, language),
          style: 'body',
          isAnswer: true,
        }),
      ),
    ]
  const rows = lines.map((line): PaperCell[] => [
    { text: '', ...line.label, isHeader: true },
    line.value.text.trim() === '' ? { text: words.NO_ANSWER } : wordsOf(line, language),
  ])
  const head = [{ text: words.PART }, { text: words.YOUR_ANSWER }]
  return [{ kind: 'table', title: words.YOUR_ANSWER, head, rows, widths: [2, 3], isAnswer: true }]
}

const markText = ({ mark }: PrintedQuestion, words: PaperWords): string | undefined => {
  if (!mark) return undefined
  if (mark.needsPerson) return words.WAITS
  return mark.maxScore > 0 ? fill(words.MARKS_OF, { marks: figure(mark.score), total: figure(mark.maxScore) }) : undefined
}

/** What is said of an answer, each with its title or the word for feedback. */
const feedbackParts = ({ feedback }: PrintedQuestion, words: PaperWords): PaperPart[] =>
  feedback.flatMap(({ title, html }): PaperPart[] => [
    { kind: 'paragraph', text: title ?? words.FEEDBACK, style: 'label' },
    ...flow(html),
  ])

const questionParts = (printed: PrintedQuestion, words: PaperWords, language: LanguageTag): PaperPart[] => {
  const { question, workings } = printed
  const aside = markText(printed, words)
  return [
    {
      kind: 'heading',
      level: 3,
      text: fill(words.QUESTION_NUMBER, { number: question.number }),
      ...(aside !== undefined && { aside }),
    },
    ...flow(question.introText),
    ...flow(textToRead(question)),
    ...answerParts(printed, words, language),
    ...(workings.trim() === ''
      ? []
      : ([
          { kind: 'paragraph', text: words.WORKINGS, style: 'label' },
          { kind: 'paragraph', text: workings, style: 'quiet', isAnswer: true },
        ] as const)),
    ...feedbackParts(printed, words),
  ]
}

const sectionParts = (section: PrintedSection, words: PaperWords, language: LanguageTag): PaperPart[] =>
  section.questions.length === 0 && section.text === '' && section.scenarioText === ''
    ? []
    : [
        { kind: 'heading', level: 2, text: section.name },
        ...flow(section.text),
        ...flow(section.scenarioText),
        ...section.questions.flatMap((question) => questionParts(question, words, language)),
      ]

/** The figures of a result, each with its name. */
const rowsOf = ({ marked, soFar, marks, percent, grade, pass }: PrintedResult, words: PaperWords): [string, string][] => {
  const outOf = ({ score, maxScore }: { score: number; maxScore: number }) =>
    fill(words.MARKS_OF, { marks: figure(score), total: figure(maxScore) })
  const rows: [string, string][] = soFar ? [[words.MARKS_SO_FAR, outOf(soFar)]] : []
  if (!marked) return rows
  if (marks) rows.push([words.MARKS, outOf(marks)])
  if (percent !== undefined) rows.push([words.PERCENTAGE, fill(words.PERCENT, { score: figure(percent) })])
  if (grade) rows.push([words.GRADE, grade])
  if (pass !== undefined) rows.push([words.OUTCOME, pass ? words.PASSED : words.NOT_PASSED])
  return rows
}

const resultParts = (result: PrintedResult, words: PaperWords): PaperPart[] => {
  const { marked, feedback } = result
  const rows = rowsOf(result, words)
  const pending: PaperPart[] = marked
    ? []
    : [
        { kind: 'paragraph', text: words.PENDING, style: 'strong' },
        { kind: 'paragraph', text: result.isReleased ? words.PENDING_HELP : words.PENDING_RELEASE, style: 'body' },
      ]
  const parts: PaperPart[] =
    marked && feedback !== '' ? [{ kind: 'paragraph', text: words.FEEDBACK, style: 'label' }, ...flow(feedback)] : []
  if (pending.length === 0 && rows.length === 0 && parts.length === 0) return []
  return [{ kind: 'heading', level: 2, text: words.RESULT }, ...pending, ...facts(words.RESULT, rows), ...parts]
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

/** By the rule of the review in the player. */
const answeredWord = ({ question, answer }: PrintedQuestion, words: PaperWords): string => {
  const answered = answer ? answeredOf(answeredParts(question, answer)) : 'not'
  return { not: words.NO, partly: words.PARTLY, fully: words.YES }[answered]
}

const overview = ({ sections }: ResultsToPrint, words: PaperWords): PaperPart[] => {
  const asked = sections.flatMap(({ questions }) => questions).filter(({ question }) => rulesOf(question.type).takesAnswer)
  if (asked.length === 0) return []
  const hasMarks = asked.some((one) => one.mark)
  return [
    { kind: 'heading', level: 2, text: words.OVERVIEW },
    {
      kind: 'table',
      title: words.OVERVIEW,
      head: [words.QUESTION, words.ANSWERED, ...(hasMarks ? [words.MARKS] : [])].map((text) => ({ text })),
      rows: asked.map((one) => [
        { text: String(one.question.number), isHeader: true },
        { text: answeredWord(one, words) },
        ...(hasMarks ? [{ text: markText(one, words) ?? '–' }] : []),
      ]),
      widths: hasMarks ? [1, 1, 1] : [1, 1],
    },
  ]
}

/** When it was completed, in words, by the server's clock. */
const moment = (atMs: number, language: LanguageTag): string => {
  const options = { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat(`${languageOf(language).code}-u-nu-latn`, options).format(atMs)} UTC`
}

const receiptParts = ({ receipt, completedAtMs, language }: ResultsToPrint, words: PaperWords): PaperPart[] => [
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
  return {
    language,
    title: examName,
    subtitle: words.TITLE,
    organisation,
    learner,
    colours,
    madeAtMs: completedAtMs,
    words,
    parts: [
      ...facts(words.TITLE, [
        [words.LEARNER, learner],
        [words.COMPLETED, moment(completedAtMs, language)],
        [words.FORM_RUN, String(results.formRunId)],
      ]),
      ...resultParts(results.result, words),
      ...overview(results, words),
      ...results.sections.flatMap((section) => sectionParts(section, words, language)),
      ...receiptParts(results, words),
    ],
  }
}
