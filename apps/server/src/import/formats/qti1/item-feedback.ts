import type { FeedbackPartInput, QtiProcessing } from '@sitwell/question-types/marking'
import { generalFeedback } from '../../bank/bank-feedback.ts'
import type { BankHtml } from '../../bank/bank-html.ts'
import { attributeOf, childrenOf, type Element, insideOf, isElement, type Node, nameOf } from '../../files/xml.ts'
import type { Layout } from './layout.ts'
import { type MaterialPlace, materialHtml } from './material.ts'
import type { FoundRules } from './read-rules.ts'
import { feedbackValues, processingOf } from './rules-processing.ts'

const isInHint = (element: Element): boolean => {
  for (let node: Node | null = element.parentNode; node && isElement(node); node = node.parentNode)
    if (nameOf(node) === 'hint') return true
  return false
}

/**
 * The feedback of an item of QTI 1.2 with the rules that say who is shown which. What no rule shows is shown to nobody, as in its source.
 */
export const itemFeedback = (
  item: Element,
  found: FoundRules,
  layout: Layout,
  place: MaterialPlace & { readonly html: BankHtml },
): { feedback?: readonly FeedbackPartInput[]; feedbackRules?: QtiProcessing } => {
  if (!found || 'why' in found) return {}
  const { rules } = found
  const values = feedbackValues(rules)
  const feedback = childrenOf(item, 'itemfeedback').flatMap((one): FeedbackPartInput[] => {
    const value = values.get((attributeOf(one, 'ident') ?? '').trim())
    if (value === undefined) return []
    // Hints are for further tries, of which there are none.
    const written = insideOf(one, 'material').filter((material) => !isInHint(material))
    const html = place.html.cleanFeedback(written.map((material) => materialHtml(material, place)).join('<br>'))
    const when = [{ on: 'outcome' as const, outcome: 'FEEDBACK', value }]
    return generalFeedback(html).map((part) => ({ ...part, when }))
  })
  return feedback.length === 0 ? { feedback } : { feedback, feedbackRules: processingOf(rules, layout, 1, { feedback: true }) }
}
