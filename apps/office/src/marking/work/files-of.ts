import type { MarkedResponse, MarkingItem } from '@sitwell/contract'

/** A file that belongs to what a marker sees. */
export interface FileOfItem {
  /** The same for the same file, whatever its address is this time. */
  readonly name: string
  /** In bytes, if it is known before it is there. */
  readonly bytes?: number
  readonly from:
    | { readonly kind: 'handed'; readonly responseID: string; readonly file: number }
    | { readonly kind: 'question'; readonly address: string }
}

/** No single file that is larger, in bytes, is kept ahead. */
export const largestAhead = 5_000_000

export const handedName = (responseID: string, file: number): string => `handed/${responseID}/${file}`

/** The name of a file of a question by its address, whose token is another one each time. */
export const questionFileName = (address: string): string => {
  const url = new URL(address)
  url.searchParams.delete('token')
  return `question/${url.pathname}${url.search}`
}

const picture = /<img\b[^>]*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)')/gi
const picturesIn = (html: string): string[] =>
  [...html.matchAll(picture)].map(([, double, single]) => (double ?? single ?? '').replaceAll('&amp;', '&'))

const piecesOf = (response: MarkedResponse) =>
  response.kind === 'parts' ? response.parts.map((part) => part.response) : [response]

/** Everything of HTML that the question and its scheme say. */
const htmlOf = ({ question, scheme, notes }: MarkingItem): string => {
  const words = (some: readonly { readonly isHtml: boolean; readonly text: string }[]) =>
    some.flatMap(({ isHtml, text }) => (isHtml ? [text] : []))
  const offers = question.offers.flatMap((offer) =>
    offer.kind === 'list' ? [...offer.items, ...(offer.label ? [offer.label] : [])] : [...offer.head, ...offer.rows.flat()],
  )
  const texts = [question.introduction, question.text, question.part, scheme?.guidance, notes, ...question.scenario]
  return [...texts, ...words(offers)].filter((text) => text !== undefined).join('\n')
}

/**
 * The pictures of a question, and the pictures and PDFs that were handed in, which a marker can't do without. Sound and film are left out: they are long.
 * `resolve`: where a file of the question is loaded from; undefined if it may not be.
 */
export const filesOf = (item: MarkingItem, resolve: (address: string) => string | undefined): readonly FileOfItem[] => {
  const pieces = [item.response, ...(item.earlier ? [item.earlier.response] : [])].flatMap(piecesOf)
  const handed = pieces.flatMap((piece): FileOfItem[] =>
    piece.kind !== 'files'
      ? []
      : piece.files
          .filter(({ kind, isHarmful, bytes }) => (kind === 'picture' || kind === 'pdf') && !isHarmful && bytes <= largestAhead)
          .map(({ file, bytes }) => ({
            ...{ name: handedName(item.responseID, file), bytes },
            from: { kind: 'handed', responseID: item.responseID, file },
          })),
  )
  const drawn = pieces.flatMap((piece) => (piece.kind === 'drawing' ? [piece.picture] : []))
  const addresses = [...picturesIn(htmlOf(item)), ...drawn].flatMap((address) => resolve(address) ?? [])
  const ofQuestion = addresses.map(
    (address): FileOfItem => ({ name: questionFileName(address), from: { kind: 'question', address } }),
  )
  return [...new Map([...ofQuestion, ...handed].map((file) => [file.name, file])).values()]
}
