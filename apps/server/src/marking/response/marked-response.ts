import type { Answer, MarkedFile, MarkedPiece, MarkedResponse, MarkedText, Question } from '@sitwell/contract'
import { cleanRichText, facetsOf, readDrawing, toSvg } from '@sitwell/question-types/marking'
import { type ReadLine, readAnswer, rulesOf } from '@sitwell/question-types/rules'
import { safeText } from './safe-text.ts'

/** What a response is made of: the question as its candidate had it, which part of it, what counts as their answer, and their files at it. */
export interface ResponseParts {
  readonly question: Question
  /** Empty: the question as a whole. */
  readonly part: string
  /** Undefined if nothing was saved. */
  readonly answer: Answer | undefined
  readonly files: readonly MarkedFile[]
}

interface Labelled {
  readonly label?: MarkedText
  readonly response: MarkedPiece
}

const isHtmlEmpty = (html: string) => !/<(?:img|math|td)\b/i.test(html) && html.replaceAll(/<[^>]*>|&nbsp;|\s/g, '') === ''

/** A text of one's own, as plain text or from the editor. Undefined if nothing is in it. */
const textPiece = (text: string, isRich: boolean): MarkedPiece | undefined => {
  if (!isRich) return text.trim() === '' ? undefined : { kind: 'text', text }
  const html = cleanRichText(text)
  return isHtmlEmpty(html) ? undefined : { kind: 'rich', html }
}

const drawingPiece = ({ text, drawing }: ReadLine['value']): MarkedPiece | undefined => {
  const read = drawing && readDrawing(drawing.value)
  if (!drawing || !read) return undefined
  const { width, height } = read
  return { kind: 'drawing', svg: toSvg(read, { name: text, isOver: true }), width, height, picture: drawing.src, said: text }
}

const pieceOf = ({ value }: ReadLine): MarkedPiece | undefined =>
  value.drawing ? drawingPiece(value) : textPiece(value.text, value.isHtml)

const labelOf = ({ label }: ReadLine) => (label && label.text.trim() !== '' ? { label: safeText(label) } : {})

/** All that was given in words or drawn, place by place; places in which nothing stands are left out. */
const givenPlaces = (question: Question, answer: Answer): Labelled[] =>
  readAnswer(facetsOf(question.type)?.review.withoutFileNames(question) ?? question, answer).flatMap((line) => {
    const response = pieceOf(line)
    return response ? [{ ...labelOf(line), response }] : []
  })

const chosenLines = (question: Question, answer: Answer) =>
  readAnswer(question, answer)
    .filter(({ value }) => value.text.trim() !== '')
    .map((line) => ({ ...labelOf(line), value: safeText(line.value) }))

interface TextPart {
  readonly id: string
  readonly usesRichText: boolean
  readonly answerText: string
}

/** A part of an answer in parts. What the field held at first is nothing given. */
const partResponse = (question: Question, part: string, answer: Answer): MarkedResponse => {
  const parts = (question as { readonly parts?: readonly TextPart[] }).parts ?? []
  const asked = parts.find(({ id }) => id === part)
  const text = answer.options.find(({ optionID }) => optionID === part)?.optionText ?? ''
  if (!asked || text === asked.answerText) return { kind: 'blank' }
  return textPiece(text, asked.usesRichText) ?? { kind: 'blank' }
}

/** What was given, without the files. */
const inWords = (question: Question, answer: Answer): Labelled[] | MarkedResponse => {
  const rules = rulesOf(question.type)
  if (!rules.takesAnswer || rules.savesVisitOnly || rules.answersByFiles) return []
  if (facetsOf(question.type)?.review.isWritten) return givenPlaces(question, answer)
  const lines = chosenLines(question, answer)
  return lines.length === 0 ? [] : { kind: 'choice', lines }
}

/**
 * What a marker gets of a response: how it was answered, by the type of the question, cleaned, and without the name of any file. A single text, drawing or list of files
 * stands for itself; several are parts. Pure, so that the same answer reads the same each time.
 */
export const responseOf = ({ question, part, answer, files }: ResponseParts): MarkedResponse => {
  if (part !== '') return answer ? partResponse(question, part, answer) : { kind: 'blank' }
  const given = answer ? inWords(question, answer) : []
  if (!Array.isArray(given)) return given
  const places: Labelled[] = [
    ...given,
    ...(files.length > 0 ? [{ response: { kind: 'files' as const, files: [...files] } }] : []),
  ]
  const [only] = places
  if (!only) return { kind: 'blank' }
  return places.length === 1 && (!only.label || files.length > 0) ? only.response : { kind: 'parts', parts: places }
}
