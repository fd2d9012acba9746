import type { MarkedQuestion, MarkedText, Question, Section } from '@sitwell/contract'
import { sectionsAround } from '@sitwell/exam/paper/paper'
import { facetsOf } from '@sitwell/question-types/marking'
import { type Offer, offersToRead, textToRead } from '@sitwell/question-types/rules'
import type { LoadedExam } from '../../assessment/form-run/index.ts'
import { safeHtml, safeText } from './safe-text.ts'

const offerOf = (offer: Offer): MarkedQuestion['offers'][number] => {
  const all = (texts: readonly { readonly text: string; readonly isHtml: boolean }[]): MarkedText[] => texts.map(safeText)
  return offer.kind === 'list'
    ? { kind: 'list', ...(offer.label && { label: safeText(offer.label) }), items: all(offer.items) }
    : { kind: 'table', head: all(offer.head), rows: offer.rows.map(all) }
}

const recordingsOf = (sections: readonly Section[]) =>
  sections.flatMap(({ media }) => (media ? [{ title: media.title, url: media.url }] : []))

interface TextPart {
  readonly id: string
  readonly text: string
  readonly suffix: string
}

const partText = (question: Question, part: string): string | undefined => {
  const asked = (question as { readonly parts?: readonly TextPart[] }).parts?.find(({ id }) => id === part)
  return asked && safeHtml([asked.text, asked.suffix].filter((one) => one !== '').join(' … '))
}

/**
 * A question with what stood around it, as this candidate got it: `layout` is theirs, with their values, order and options. All HTML is cleaned once more. There is no key in
 * it, and nothing of the candidate.
 */
export const askedQuestion = (
  { paper }: Pick<LoadedExam, 'paper'>,
  layout: { readonly questions: readonly Question[]; readonly sections: readonly Section[] },
  { questionId, part }: { readonly questionId: string; readonly part: string },
  media: MarkedQuestion['media'],
): { readonly question: Question; readonly shown: MarkedQuestion } | undefined => {
  const question = layout.questions.find(({ id }) => id === questionId)
  if (!question) return undefined
  const around = sectionsAround(paper, questionId).flatMap(({ id }) => layout.sections.find((one) => one.id === id) ?? [])
  const ofPart = part === '' ? undefined : partText(question, part)
  const { number, introText, resourceUrl } = question
  return {
    question,
    shown: {
      number,
      scenario: around.flatMap(({ text, scenarioText }) => [text, scenarioText].filter((one) => one !== '').map(safeHtml)),
      introduction: safeHtml(introText),
      text: safeHtml(textToRead(question)),
      offers: offersToRead(question).map(offerOf),
      ...(ofPart !== undefined && { part: ofPart }),
      recordings: [...recordingsOf(around), ...(facetsOf(question.type)?.review.recordingsIn(question) ?? [])],
      ...(resourceUrl !== undefined && { resource: resourceUrl }),
      media,
    },
  }
}
