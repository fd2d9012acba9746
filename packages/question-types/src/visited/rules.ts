import { type Question, question } from '@sitwell/contract'
import type { TypeRules } from '../type-rules.ts'
import { type VisitedAnswer, visitedAnswerRules } from './visited-answer.ts'

export type VisitedQuestion = Question

/** A page that reports that it was seen (spec 2 §3, "Visited-only"). */
export const visitedRules: TypeRules<VisitedQuestion, VisitedAnswer> = { publicQuestion: question, ...visitedAnswerRules }
