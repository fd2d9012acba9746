import type { ReplyOf, result } from '@sitwell/contract'
import { withoutParts } from '@sitwell/exam/paper/without-parts'
import { readDrawing, toSvg } from '@sitwell/question-types/marking'
import { type ReadLine, readAnswer, rulesOf, textToRead } from '@sitwell/question-types/rules'
import type { Database } from '../../db/database.ts'
import type { FormRunTable } from '../../db/schema.ts'
import {
  decidingEvents,
  type LoadedExam,
  layoutFor,
  partsNotAsked,
  selectAnswers,
  selectAttemptsAt,
  selectSeed,
  shownAnswer,
  standingAnswers,
} from '../form-run/index.ts'
import { type LearnerComment, learnerComments } from './learner-comments.ts'
import { earnedIn, type FeedbackPolicy } from './question-feedback.ts'
import { partsOf } from './result-of.ts'
import type { ShownMarks } from './tell-marks.ts'

/** A question of which something is said, as its learner saw it, with what they gave and what is said of it. */
export type ReviewedQuestion = NonNullable<ReplyOf<typeof result>['questionFeedback']>[number]

/** A line of an answer; a drawing as a picture that lies on the one that it was drawn on. */
const shownLine = ({ label, value: { drawing, ...value } }: ReadLine): ReviewedQuestion['answer'][number] => {
  const read = drawing && readDrawing(drawing.value)
  if (!drawing || !read) return { ...(label && { label }), value }
  const { width, height } = read
  const name = [label?.text, value.text].filter(Boolean).join(': ')
  const svg = toSvg(read, { name, isOver: true })
  return { ...(label && { label }), value: { ...value, drawing: { svg, src: drawing.src, width, height } } }
}

/** Comments with the place of their part among the question's parts, from 1. */
const commentsOf = (
  shown: object,
  comments: readonly LearnerComment[] = [],
): Pick<ReviewedQuestion, 'comments'> | undefined => {
  if (comments.length === 0) return undefined
  const parts = 'parts' in shown && Array.isArray(shown.parts) ? (shown.parts as readonly { readonly id?: unknown }[]) : []
  const numberOf = (part: string) => parts.findIndex(({ id }) => id === part) + 1
  return {
    comments: comments.map(({ part, text }) => ({ ...(part !== '' && numberOf(part) > 0 && { part: numberOf(part) }), text })),
  }
}

const withoutQuestion = ({ id, number }: { readonly id: string; readonly number: number }): ReviewedQuestion => ({
  ...{ questionId: id, number, text: '', takesAnswer: false, answer: [], feedback: [] },
})

/** The questions of which a learner is told something, in the order in which they had them. Marks only where the exam's mask shows marks. */
export const reviewedQuestions = async (
  database: Database,
  run: FormRunTable,
  loaded: LoadedExam,
  policy: FeedbackPolicy,
  shownMarks: ShownMarks,
): Promise<ReviewedQuestion[]> => {
  const earned = await earnedIn(database, run, policy, shownMarks)
  const comments = await learnerComments(database, run, shownMarks)
  if (earned.size === 0 && comments.size === 0) return []
  const rows = await selectAnswers(database, run.org_id, run.form_run_guid)
  const attempts = await selectAttemptsAt(database, run, loaded)
  const standing = standingAnswers(rows, attempts)
  const answers = new Map(standing.map((row) => [row.question_id, shownAnswer(row.answer)]))
  const marks = new Map(shownMarks.marks.map((row) => [row.question_id, row]))
  const showsMarks = partsOf(loaded.exam).marks
  const left = partsNotAsked(await decidingEvents(database, run, loaded))
  const layout = withoutParts(layoutFor(loaded, await selectSeed(database, run)), loaded.paper, left)
  return layout.questions.flatMap((shown): ReviewedQuestion[] => {
    const feedback = earned.get(shown.id)
    const comment = commentsOf(shown, comments.get(shown.id))
    // Whether questions are shown after an exam is for its author and the organisation to decide; a comment was written for the learner.
    if (!feedback) return comment ? [{ ...withoutQuestion(shown), ...comment }] : []
    const question = rulesOf(shown.type).publicQuestion.parse(shown)
    const answer = answers.get(shown.id)
    const mark = marks.get(shown.id)
    return [
      {
        questionId: shown.id,
        number: shown.number,
        text: textToRead(question),
        takesAnswer: rulesOf(shown.type).takesAnswer,
        answer: answer ? readAnswer(question, answer).map(shownLine) : [],
        ...(showsMarks && mark && mark.max_score > 0 && { mark: { score: mark.score, maxScore: mark.max_score } }),
        feedback: feedback.map(({ title, html }) => ({ ...(title !== undefined && { title }), html })),
        ...comment,
      },
    ]
  })
}

const pictureHtml = (src: string) =>
  `<img src="${src.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')}" alt="">`

/** All HTML of what a learner is told of their questions, in which files may be named. */
export const htmlOfReview = (questions: readonly ReviewedQuestion[]): string[] =>
  questions.flatMap(({ text, answer, feedback }) => [
    text,
    ...answer.flatMap(({ label, value }) => [label, value].flatMap((one) => (one?.isHtml ? [one.text] : []))),
    ...answer.flatMap(({ value: { drawing } }) => (drawing ? [pictureHtml(drawing.src)] : [])),
    ...feedback.map(({ html }) => html),
  ])
