import { type AuthoredQuestion, authoredQuestion, filledQuestion, hasTokens } from '@sitwell/question-types/marking'
import { chanceOf } from '../../../chance.ts'
import { type Proof, proveMarks } from './prove-marks.ts'

/** This many learners are played, each with their own values. */
const mostSeeds = 12

/** A question as some learners get it; the question itself if nothing of it is drawn. */
const drawsOf = (question: AuthoredQuestion): AuthoredQuestion[] =>
  question.template
    ? Array.from({ length: mostSeeds }, (_, at) => filledQuestion(question, chanceOf(`trial ${at}`)))
    : [question]

/** Why a question can't be drawn, in words: what some learner would get is no question. Undefined if it can. */
export const whyNotDrawn = (question: AuthoredQuestion): string | undefined => {
  if (!question.template) return undefined
  // What belongs to several items has no values of one of them.
  if (hasTokens(question.introText ?? '')) return 'The text that it shares has ⟦ or ⟧ in it, which mark what is drawn here.'
  for (const drawn of drawsOf(question)) {
    const read = authoredQuestion.safeParse(drawn)
    const [issue] = read.error?.issues ?? []
    if (issue) return `With its values filled in it is no question: ${issue.path.join('.')} ${issue.message}.`
    if (hasTokens(JSON.stringify({ ...drawn, processing: undefined }))) return 'Its values can’t be filled in everywhere.'
  }
  return undefined
}

/**
 * Marks the item's own answers both ways, as {@link proveMarks} does; where values are drawn, as several learners have it. What isn't proved
 * for one of them isn't proved.
 */
export const proveDrawn = (question: AuthoredQuestion, hasKey: (question: AuthoredQuestion) => boolean): Proof => {
  const proofs: Proof[] = []
  for (const drawn of drawsOf(question)) {
    if (drawn.processing?.kind !== 'qti') throw new Error('A question is to be proved that no rules mark.')
    const proof = proveMarks(drawn, drawn.processing, hasKey(drawn))
    proofs.push(proof)
    if (proof.problem !== undefined) break
  }
  const rights = proofs.flatMap(({ right }) => right ?? [])
  return {
    best: Math.max(0, ...proofs.map(({ best }) => best)),
    right: rights.length === 0 ? undefined : Math.min(...rights),
    otherwise: proofs.find(({ otherwise }) => otherwise !== undefined)?.otherwise,
    problem: proofs.at(-1)?.problem,
  }
}
