import type { QtiVersion } from '@sitwell/qti/declaration'
import { childOf, childrenOf, type QtiElement } from '@sitwell/qti/element'
import { readQtiItem } from '@sitwell/qti/item'
import { ProcessingError } from '@sitwell/qti/processing-error'
import { readQtiTest } from '@sitwell/qti/test-outcomes'
import type { QtiProcessing } from '@sitwell/question-types/marking'
import type { AuthoredRoute } from '../../authored-route.ts'
import type { TakenItem } from './take-item.ts'

/** An item that rules of a test may ask for. */
export interface KnownItem {
  readonly identifier: string
  /** The id of its question. */
  readonly question: string
  /** The variables of it that are known once it was answered. */
  readonly variables: ReadonlySet<string>
  /** How its answer is read; undefined if nothing of it can be. */
  readonly processing: QtiProcessing | undefined
}

const declarationsAlone = ({ item, ...processing }: QtiProcessing): QtiProcessing => ({
  ...processing,
  item: { name: item.name, children: childrenOf(item, 'responsedeclaration') },
})

const declaredIn = ({ item, version, responses }: QtiProcessing): string[] => {
  try {
    return readQtiItem(item, version).declarations.flatMap(({ kind, identifier }) =>
      kind === 'outcome' || (kind === 'response' && Object.hasOwn(responses, identifier)) ? [identifier] : [],
    )
  } catch (error) {
    if (error instanceof ProcessingError) return []
    throw error
  }
}

/** What rules may ask of an item, once it was read as a question: what a person gives is not known when they are looked at. */
export const knownItem = ({ identifier, question, source, marking }: TakenItem): KnownItem => {
  const processing = question.processing?.kind === 'qti' ? question.processing : declarationsAlone(source)
  const declared = declaredIn(processing)
  return {
    identifier,
    question: question.id,
    variables: new Set([...declared, ...(marking === 'by a person' ? [] : ['SCORE'])]),
    processing: declared.length > 0 ? processing : undefined,
  }
}

/** The outcomes of a test that can be worked out, by name, and what of the test is kept for that. */
export const knownOutcomes = (
  test: QtiElement,
  version: QtiVersion,
): { readonly names: ReadonlySet<string>; readonly kept: AuthoredRoute['test'] } => {
  const declarations = childrenOf(test, 'outcomedeclaration')
  const processing = childOf(test, 'outcomeprocessing')
  const kept = { name: test.name, children: processing ? [...declarations, processing] : declarations }
  try {
    return { names: new Set(readQtiTest(kept, version).declarations.map(({ identifier }) => identifier)), kept }
  } catch (error) {
    if (error instanceof ProcessingError) return { names: new Set(), kept: { name: test.name } }
    throw error
  }
}
