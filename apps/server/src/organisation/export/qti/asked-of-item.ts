import { childrenOf } from '@sitwell/qti/element'
import { type AuthoredQuestion, ownMarkingOf, type QtiProcessing } from '@sitwell/question-types/marking'

/** What rules of a test may ask of an item that was written. */
export interface AskedOfItem {
  /** Variables that are called as its source calls them, with values as the source has them. */
  readonly variables: ReadonlySet<string>
  /** Its response of chosen options; undefined if it has none. */
  readonly chosen:
    | { readonly response: string; readonly isSingle: boolean; nameOf(option: string): string | undefined }
    | undefined
}

const choicesOf = (question: AuthoredQuestion) => ownMarkingOf(question).choices

const optionsOf = (question: AuthoredQuestion) => choicesOf(question)?.of(question) ?? []

const declarationsOf = ({ processing }: AuthoredQuestion, kind: 'responsedeclaration' | 'outcomedeclaration') =>
  processing?.kind === 'qti' ? childrenOf(processing.item, kind) : []

/** What rules may ask of a question that was written as an item, in which its options may have other names. */
export const askedOfItem = (
  question: AuthoredQuestion,
  written: AuthoredQuestion,
  bindings: QtiProcessing['responses'],
): AskedOfItem => {
  const [response] = Object.entries(bindings).find(([, { from }]) => from === 'options') ?? []
  const declared = declarationsOf(question, 'responsedeclaration').find((one) => one.attributes?.identifier === response)
  const own = optionsOf(question)
  const options = optionsOf(written)
  const nameOf = (option: string) => {
    const at = own.findIndex(({ id }) => (question.sourceIds?.[id] ?? id) === option)
    const id = options[at]?.id
    return id === undefined ? undefined : (written.sourceIds?.[id] ?? id)
  }
  const isOwn = question.processing?.kind === 'qti'
  const outcomes = declarationsOf(question, 'outcomedeclaration').flatMap((one) => one.attributes?.identifier ?? [])
  const isSingle = declared ? declared.attributes?.cardinality === 'single' : choicesOf(question)?.isSingle(question) !== false
  return {
    variables: new Set(['SCORE', ...(isOwn ? [...Object.keys(bindings), ...outcomes] : [])]),
    chosen: response === undefined || own.length === 0 ? undefined : { response, isSingle, nameOf },
  }
}
