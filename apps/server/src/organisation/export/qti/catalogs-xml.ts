import type { Explanation, ExplanationCard, Support } from '@sitwell/exam/paper/explanations'
import { xhtmlOf, xml } from '@sitwell/question-types/qti'
import { mediaTypeOf } from '../../../import/files/media-type.ts'

/** The supports of QTI's cards. */
const nameOf: Readonly<Record<Support, string>> = {
  glossary: 'glossary-on-screen',
  simplified: 'simplified-language-portions',
  guidance: 'linguistic-guidance',
  picture: 'illustrated-glossary',
  description: 'long-description',
  translation: 'keyword-translation',
  spoken: 'spoken',
  pronunciation: 'tts-pronunciation',
  braille: 'braille',
}

const fileAlone = /^<(?:img|audio) src="([^":~]+)"(?: alt="")?>(?:<\/audio>)?$/

const contentXml = (text: string): string => {
  const [, path] = fileAlone.exec(text) ?? []
  const type = path && mediaTypeOf(path)
  if (type) return xml('qti-file-href', { 'mime-type': type }, `../${path}`)
  return xml('qti-html-content', {}, xhtmlOf(text))
}

const cardXml = (support: Support, cards: readonly ExplanationCard[]): string => {
  const [only] = cards
  const isPlain = cards.length === 1 && only?.lang === undefined
  const entries = cards.map(({ lang, text }, at) =>
    xml(
      'qti-card-entry',
      { ...(lang !== undefined && { 'xml:lang': lang }), ...(cards.length > 1 && at === 0 && { default: 'true' }) },
      contentXml(text),
    ),
  )
  return xml('qti-card', { support: nameOf[support] }, isPlain ? contentXml(only?.text ?? '') : entries.join(''))
}

/** What explains the words of a question, as QTI's catalogues; empty if nothing does. */
export const catalogsXml = (explanations: readonly Explanation[] = []): string =>
  explanations.length === 0
    ? ''
    : xml(
        'qti-catalog-info',
        {},
        explanations
          .map(({ id, cards }) => {
            const bySupport = [...Map.groupBy(cards, ({ support }) => support)]
            return xml('qti-catalog', { id }, bySupport.map(([support, some]) => cardXml(support, some)).join(''))
          })
          .join(''),
      )
