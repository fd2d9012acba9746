import { attributeOf, childrenOf, type Element, insideOf, type Node, nameOf } from '../../files/xml.ts'
import { hideBrackets, likeBlankNote, looksLikeBlank } from '../../html/square-brackets.ts'
import type { Drafted } from './choice-item.ts'
import { type ContentPlace, htmlIn, htmlOf } from './content.ts'
import { gapCreditOf } from './gap-credit.ts'
import { loseLimits } from './match-limits.ts'
import { responseOf } from './response.ts'
import { fixedOrder, isFixed, isShuffled } from './shown-order.ts'

/** Puts an author's square brackets aside: in a text with blanks only those of its blanks stand as such. */
export const withoutBrackets = (place: ContentPlace) => (text: string) => {
  if (looksLikeBlank(text)) place.reading.lose(place.path, likeBlankNote.what, likeBlankNote.why, likeBlankNote.loss)
  return hideBrackets(text)
}

/** A `gapMatchInteraction`: BLANKS whose texts are drawn to their places. */
export const gapMatchItem = (item: Element, interaction: Element, place: ContentPlace): Drafted => {
  const response = responseOf(item, attributeOf(interaction, 'responseidentifier') ?? '')
  const cards = fixedOrder(
    place.reading,
    interaction,
    childrenOf(interaction).filter((one) => /^gap(text|img)$/.test(nameOf(one))),
  )
  if (cards.some((one) => nameOf(one) === 'gapimg')) return { why: 'Pictures can’t be put into the blanks of a text.' }
  const gaps = insideOf(interaction, 'gap')
  const identifier = attributeOf(interaction, 'responseidentifier') ?? ''
  if (!response) return { why: `The item declares no response "${identifier}".` }
  loseLimits(interaction, { given: gaps, taken: cards }, place)
  const correct = response.correct.length ? response.correct : Object.keys(response.mapping?.weights ?? {})
  const options = cards.map((one) => {
    const id = attributeOf(one, 'identifier') ?? ''
    const text = htmlIn(one, place) || id
    return { id, text, ...(isShuffled(interaction) && isFixed(one) && { fixed: true }) }
  })
  const ids = new Map(gaps.map((gap, index) => [gap, `V${index + 1}`]))
  const key: Record<string, { options: string[] }> = {}
  for (const [gap, id] of ids) {
    const right = correct.map((pair) => pair.split(/\s+/)).filter(([, to]) => to === attributeOf(gap, 'identifier'))
    if (right.length > 0) key[id] = { options: right.flatMap(([from]) => from ?? []) }
  }
  const text = htmlOf(Array.from<Node>(interaction.childNodes), {
    ...place,
    skip: (element) => cards.includes(element) || nameOf(element) === 'prompt',
    replace: (element) => (ids.has(element) ? `[${ids.get(element)}]` : undefined),
    rewrite: withoutBrackets(place),
  })
  return {
    textBelow: text,
    responses: {
      [identifier]: {
        from: 'gaps',
        gaps: Object.fromEntries([...ids].map(([gap, id]) => [id, attributeOf(gap, 'identifier') ?? ''])),
      },
    },
    question: {
      type: 'BLANKS',
      ...gapCreditOf(item, [response], gaps.length),
      variableOptions: [...ids.values()].map((id) => ({ id, options, ...(isShuffled(interaction) && { shuffle: true }) })),
      key,
      dragAndDrop: true,
    },
  }
}
